"""One TOML file, one schema: what is right is read, what is wrong is named."""

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import cli, config, games
from companion.cli.shared.config_check import check_config
from companion.config import Config, keys, schema, toml_text
from companion.errors import ConfigError

HERE = Path("companion.toml")
ROOT = Path(__file__).resolve().parents[2]
ALL_KEYS = [(s, k) for s, kind in schema.SECTIONS.items() for k in keys.keys_of(kind)]


def complaint(text):
    with pytest.raises(ConfigError) as caught:
        config.parse(text, HERE)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("companion.toml")
    return caught.value


def read_or_refuse(text):
    try:
        return config.parse(text, HERE), None
    except ConfigError as error:
        return None, error


def test_without_a_file_the_defaults_hold():
    assert config.load(None) == Config()
    assert config.parse("", HERE) == Config()


def test_a_key_changes_only_itself():
    read = config.parse("[camera]\nwidth = 1640\n[panel]\nbuttons = [5, 6]\n", HERE)
    assert read.camera.width == 1640
    assert read.panel.buttons == (5, 6)
    assert read.web == Config().web
    assert read.camera.height == Config().camera.height


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("[camera]\nwidht = 1640", "camera.widht", "did you mean camera.width?"),
        ("[camara]\nwidth = 1640", "camara", "did you mean camera?"),
        ("port = 8080", "port", "did you mean web.port?"),
        ("[camera]\nhold_ms = 3", "camera.hold_ms", "did you mean panel.hold_ms?"),
        ("[web]\nqqqqqq = 3", "web.qqqqqq", "'companion config' lists what there is"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_there_is(text, key, hint):
    error = complaint(text)
    assert error.key == key
    assert hint in str(error)


@pytest.mark.parametrize(
    ("text", "key", "what"),
    [
        ('[camera]\nwidth = "wide"', "camera.width", 'must be a whole number, not "wide"'),
        ("[camera]\nwidth = 10.5", "camera.width", "must be a whole number, not 10.5"),
        ("[camera]\nwidth = true", "camera.width", "must be a whole number, not true"),
        ("[camera]\nwidth = -3", "camera.width", "must be at least 0 pixels"),
        ('[camera]\nkind = "film"', "camera.kind", "must be one of auto, picamera2"),
        ("[camera]\nrotate = 45", "camera.rotate", "must be one of 0, 90, 180, 270"),
        ("[camera]\nlock = 1", "camera.lock", "must be true or false, not 1"),
        ("[panel]\nbuttons = 5", "panel.buttons", "must be a list in square brackets, not 5"),
        ("[panel]\nbuttons = [5, 99]", "panel.buttons[1]", "must be at most 27"),
        ("[service]\nstuck_s = inf", "service.stuck_s", "must be a finite number"),
        ("[web]\nport = 1979-01-01", "web.port", "must be a whole number"),
        ("camera = 3", "camera", "must be a section"),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(text, key, what):
    error = complaint(text)
    assert error.key == key
    assert what in str(error)


def test_what_is_no_toml_says_in_which_line():
    assert "line 2" in str(complaint("[camera]\nwidth 3"))


@pytest.mark.parametrize(
    "value", ["[" * 50_000, "9" * 5000, "[" * 400 + "]" * 400, "{a=" * 400 + "1" + "}" * 400]
)
def test_a_value_that_nobody_can_hold_is_one_sentence(value):
    assert len(str(complaint(f"[web]\nport = {value}\n"))) < 200


@pytest.mark.parametrize("key", ["web.port", "camera.rotate", "camera.settle_timeout_s"])
@pytest.mark.parametrize("digits", [400, 4000])
def test_a_number_with_hundreds_of_digits_is_told_shortened(key, digits):
    section, _, name = key.partition(".")
    for sign in ("", "-"):
        error = complaint(f"[{section}]\n{name} = {sign}{'9' * digits}\n")
        assert error.key == key
        assert len(str(error)) < 200


def test_the_sign_that_editors_put_before_a_text_is_none_of_it(tmp_path):
    path = tmp_path / "companion.toml"
    path.write_text("[web]\nport = 9000\n", encoding="utf-8-sig")
    assert config.load(path).web.port == 9000


@pytest.mark.parametrize(
    "key", ["service.state_dir", "camera.path", "club.ca_file", "club.password_file"]
)
def test_a_home_that_nobody_has_is_named(key):
    section, _, name = key.partition(".")
    error = complaint(f'[{section}]\n{name} = "~nobody-of-that-name/azul"\n')
    assert error.key == key
    assert "there is no such user here with a home" in str(error)
    config.parse(f'[{section}]\n{name} = "~/azul"\n', error.path)


@pytest.mark.parametrize("name", ["http://azul.home", "azul.home:8080", "azul.home/", "", "*"])
def test_a_name_by_which_no_browser_calls_is_refused(name):
    error = complaint(f'[web]\nextra_hosts = ["azul.home", "{name}"]\n')
    assert error.key == "web.extra_hosts[1]"
    assert "a bare name, without http:// and port" in str(error)


@pytest.mark.parametrize("name", ["azul.home", "azul.home.", "tisch", "192.0.2.7", "2001:db8::7"])
def test_names_and_addresses_of_machines_are_taken(name):
    text = f'[web]\nextra_hosts = ["{name}"]\n'
    assert config.parse(text, HERE).web.extra_hosts == (name,)


@pytest.mark.parametrize(
    ("club", "said"),
    [
        ('broker = "big.local:1883"', "club.broker: 'big.local:1883' cannot name a machine"),
        ('broker = "big.local"\nvenue = "My Club"', "club.venue: 'My Club' cannot name a venue"),
        ('broker = "big.local"\ntable = "hub"', "club.table: 'hub' cannot name a table"),
    ],
)
def test_names_of_a_club_are_checked_before_the_camera_is_opened(club, said):
    wanted = config.parse(f"[club]\n{club}\n", HERE)
    with pytest.raises(ConfigError, match=re.escape(said)):
        check_config(wanted)


def test_files_of_a_club_are_left_to_those_who_may_read_them():
    check_config(config.parse('[club]\nbroker = "b"\npassword_file = "/nowhere"', HERE))


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path, content):
    path = tmp_path / "companion.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"UTF-8|does not exist") as caught:
        config.load(path)
    assert caught.value.path == path


def test_the_file_named_wins_then_the_variable_then_the_first_place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert config.find(None, {}, tmp_path) is None
    in_home = tmp_path / ".config" / "companion" / "companion.toml"
    in_home.parent.mkdir(parents=True)
    in_home.touch()
    assert config.find(None, {}, tmp_path) == in_home
    (tmp_path / "companion.toml").touch()
    assert config.find(None, {}, tmp_path) == HERE
    assert config.find(None, {"COMPANION_CONFIG": "x.toml"}, tmp_path) == Path("x.toml")
    assert config.find(Path("y.toml"), {"COMPANION_CONFIG": "x.toml"}, tmp_path) == Path("y.toml")


def test_what_is_printed_can_be_read_back():
    wished = config.parse('[game]\nname = "azul-duel"\ngoals = ["G1", "G2"]', HERE)
    assert config.parse(toml_text.to_toml(wished), HERE) == wished
    assert "default" in toml_text.to_toml(wished)


@given(st.text(max_size=60))
def test_no_text_brings_anything_but_a_value_or_a_complaint(text):
    read, refused = read_or_refuse(text)
    assert isinstance(read, Config) or "companion.toml" in str(refused)


@given(
    st.sampled_from(ALL_KEYS),
    st.one_of(st.integers(), st.floats(), st.booleans(), st.text('ab"\\', max_size=5)),
)
def test_no_value_brings_anything_but_a_value_or_a_complaint(place, value):
    section, key = place
    written = str(value) if isinstance(value, float) else toml_text.literal(value)
    read, refused = read_or_refuse(f"[{section}]\n{key} = {written}\n")
    if refused:
        assert refused.key == f"{section}.{key}"
    else:
        assert getattr(getattr(read, section), key) == value


def test_every_default_is_allowed():
    assert config.parse(toml_text.to_toml(Config()), HERE) == Config()


def test_the_schema_lists_every_section():
    assert [one.name for one in fields(Config)] == list(schema.SECTIONS)


def test_the_games_are_the_games():
    asked = keys.describe(keys.keys_of(schema.GameConfig)["name"])
    assert asked.choices == games.NAMES


def test_every_number_has_a_unit_or_is_counted():
    for section, key in ALL_KEYS:
        asked = keys.describe(keys.keys_of(schema.SECTIONS[section])[key])
        if key.endswith(("_s", "_ms", "_mb")):
            assert asked.unit.lower() == key.rpartition("_")[2], key
        assert asked.help
        assert not asked.help.endswith(".")


def test_the_manual_has_every_key_as_the_schema_says_it():
    manual = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert toml_text.reference().strip() in manual, "companion config --reference writes the tables"
    for section, key in ALL_KEYS:
        assert f"`{section}.{key}`" in manual


def test_the_example_in_the_manual_can_be_read():
    manual = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    example = manual.partition("```toml\n")[2].partition("```")[0]
    assert config.parse(example, HERE) != Config()


def test_the_command_prints_what_holds(tmp_path, capsys):
    path = tmp_path / "companion.toml"
    path.write_text("[web]\nport = 8123\n")
    assert cli.main(["config", "--config", str(path)]) == 0
    printed = capsys.readouterr().out
    assert str(path) in printed
    assert tomllib.loads(printed)["web"]["port"] == 8123
    assert cli.main(["config", "--json", "--config", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["web"]["port"] == 8123
    assert cli.main(["config", "--reference"]) == 0
    assert "`web.port`" in capsys.readouterr().out


def test_a_typo_is_one_sentence_and_exit_code_2(tmp_path, capsys):
    path = tmp_path / "companion.toml"
    path.write_text("[web]\nprot = 8123\n")
    assert cli.main(["config", "--config", str(path)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "web.prot; did you mean web.port?" in err


GAME_WITH_PHONES = '[camera]\nkind = "phone"\n[game]\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GAME_WITH_PHONES + 'name = "azul-duel"\nplayers = 4', "2 players"),
        (GAME_WITH_PHONES + 'name = "azul-duel"\ngoals = ["G1", "G2"]', "goals"),
        (GAME_WITH_PHONES + "first_player = 3", "there is no seat 3 among 2 players"),
        ("[game]\nfirst_player = 3", "there is no seat 3 among 2 players"),
        ("[panel]\nbuttons = [2]", "GPIO 2 belongs to I2C"),
        ("[panel]\nlamp_red = 5", "GPIO 5 is already used by panel.buttons[0]"),
        ("[panel]\nbuttons = [5, 6, 12, 13, 16]", "four seats at most"),
        ('[keys]\ndevice = "foot"\nbuttons = []', "keys.buttons has 0 keys"),
        ('[keys]\ndevice = "foot"\nbuttons = ["A", "B", "C", "D", "E"]', "has 5 keys"),
        ("[camera]\nwidth = 1280", "1280 x 0 is no size of a picture"),
        ("[camera]\nheight = 720", "0 x 720 is no size of a picture"),
        ("[camera]\nwidth = 1\nheight = 1", "each at least 160"),
        ('[camera]\nkind = "folder"', "camera.path is empty"),
        ('[camera]\nkind = "video"', "camera.path is empty"),
    ],
)
def test_what_run_would_refuse_is_refused_in_the_same_words(tmp_path, capsys, text, why):
    path = tmp_path / "companion.toml"
    path.write_text(f'{text}\n[service]\nstate_dir = "{tmp_path / "state"}"\n')
    complaints = []
    for command in (["config"], ["config", "--json"], ["run"]):
        assert cli.main([*command, "--config", str(path)]) == 2
        told = capsys.readouterr()
        complaints.append((told.out, told.err))
    assert len(set(complaints)) == 1
    out, sentence = complaints[0]
    assert (out, sentence.count("\n")) == ("", 1)
    assert why in sentence


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch):
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as where no user has this number
    with pytest.raises(ConfigError, match="set HOME"):
        config.find(environment={})
