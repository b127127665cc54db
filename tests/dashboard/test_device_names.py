"""What paired devices are called in the list of them."""

from web.access.paired_devices import kind_of, named


def test_names_are_fit_for_a_list():
    assert named("  Ada's\nphone\x00 ") == "Ada'sphone"
    assert named("") == "a device"
    assert len(named("x" * 500)) == 40
    assert kind_of("Mozilla/5.0 (iPhone; CPU iPhone OS)") == "iPhone"
    assert kind_of("curl") == "a device"
