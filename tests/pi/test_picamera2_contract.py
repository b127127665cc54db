"""The published picamera2 has every method the adapter calls, with the keywords it passes."""

import ast
from pathlib import Path

import pytest
import real_picamera2

import hardware.cameras.pi as adapter

CALLS = {
    "global_camera_info": set(),
    "create_video_configuration": {
        "main", "colour_space", "buffer_count", "controls", "display", "encode", "queue",
    },
    "configure": {"camera_config"},
    "camera_configuration": set(),
    "start": {"show_preview"},
    "captured_request": {"wait", "flush"},
    "capture_metadata": {"wait"},
    "set_controls": {"controls"},
    "cancel_all_and_flush": set(),
    "stop": set(),
    "close": set(),
}  # fmt: skip
PROPERTIES = {"camera_controls", "camera_properties"}


@pytest.fixture(scope="module")
def methods():
    """name -> parameters of every method of the published class, overloads aside."""
    (cls,) = [
        node
        for node in real_picamera2.source().body
        if isinstance(node, ast.ClassDef) and node.name == "Picamera2"
    ]
    return {
        node.name: {arg.arg for arg in node.args.args + node.args.kwonlyargs}
        for node in cls.body
        if isinstance(node, ast.FunctionDef) and not overload(node)
    }


def overload(node):
    return any("overload" in ast.dump(one) for one in node.decorator_list)


def used():
    """The methods the adapter calls on its camera or its class, with keywords, by its source."""
    tree = ast.parse(Path(adapter.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if owner in ("self._camera", "camera", "library.Picamera2"):
                yield node.func.attr, {keyword.arg for keyword in node.keywords}


@pytest.mark.parametrize("name", CALLS)
def test_each_method_exists_and_takes_our_keywords(methods, name):
    assert name in methods
    assert CALLS[name] <= methods[name]


def test_properties_exist(methods):
    assert methods.keys() >= PROPERTIES


def test_the_list_of_calls_is_complete():
    found = dict(used())
    assert found.keys() <= CALLS.keys()
    for name, keywords in found.items():
        assert keywords <= CALLS[name], name


def test_flushing_needs_the_metadata_we_look_for(methods):
    """``flush`` reads these two keys; without them it would kill picamera2's thread."""
    (wait,) = [
        node
        for node in ast.walk(real_picamera2.source())
        if isinstance(node, ast.FunctionDef) and node.name == "wait_for_timestamp_"
    ]
    keys = (node.slice for node in ast.walk(wait) if isinstance(node, ast.Subscript))
    read = {key.value for key in keys if isinstance(key, ast.Constant) and key.value != 0}
    assert read == {"SensorTimestamp", "ExposureTime"}


def test_a_pi_without_a_camera_says_so_as_we_expect():
    with real_picamera2.stubbed():
        cls = real_picamera2.load().Picamera2
        assert cls.global_camera_info() == []
        with pytest.raises(RuntimeError) as caught:
            # Not through the constructor: on failure it leaves its pipe to the garbage collector.
            raise_as_published(cls)
        assert adapter.reading_of(caught.value).failure == "missing"


def raise_as_published(cls):
    source = ast.unparse(real_picamera2.source())
    assert "No camera number {camera_num} found" in source
    raise RuntimeError("No camera number 0 found - use rpicam-hello --list-cameras")


@pytest.mark.parametrize(
    ("format", "mode"),
    [("RGB888", "BGR"), ("BGR888", "RGB"), ("XBGR8888", "RGBX"), ("XRGB8888", "BGRX")],
)
def test_the_order_in_memory_is_as_we_convert_it(format, mode):
    """picamera2 hands these modes to PIL: they say how the bytes lie."""
    real_picamera2.source()
    request = Path(real_picamera2.find_spec("picamera2").origin).with_name("request.py")
    table = next(
        ast.literal_eval(node.value)
        for node in ast.walk(ast.parse(request.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "mode_lookup"
    )
    assert table[format] == mode
