"""One line says which camera it is; a machine without one gets the simulated table."""

import cv2
import numpy as np
import pytest

from companion.config import CameraConfig
from companion.errors import CameraLost, PictureError, UsageError
from hardware.cameras import open_camera, sources
from hardware.cameras.playback import VideoCamera
from hardware.cameras.source import Failure, SourceError


class Answering:
    """A source that opens, or fails in the way it is told."""

    def __init__(self, failure=None):
        self.failure = failure

    def open(self):
        if self.failure:
            raise SourceError(self.failure, f"it is {self.failure}", "do something")
        return "a test camera"

    def grab(self):
        return np.full((4, 4, 3), (60, 99, 99), np.uint8), {}

    def close(self):
        pass


def makers(**failures):
    return {kind: lambda config, memory, f=f: Answering(f) for kind, f in failures.items()}


def opened(config=None, **failures):
    return open_camera(config or CameraConfig(), makers(**failures))


def test_the_first_real_camera_is_taken():
    found = opened(picamera2=Failure.MISSING, webcam=None)
    assert found.note == "Camera: a test camera."
    assert found.camera.frame().name == "webcam-0001.jpg"


@pytest.mark.parametrize("absent", [Failure.MISSING, Failure.LIBRARY])
def test_without_any_the_simulated_table_and_one_line_that_says_so(absent):
    found = opened(picamera2=absent, webcam=Failure.MISSING)
    assert found.camera is None
    assert "\n" not in found.note
    assert "this is the simulated table, and nothing of its games is kept" in found.note
    assert "companion doctor" in found.note
    assert "companion run --phone" in found.note


@pytest.mark.parametrize("broken", [Failure.BUSY, Failure.SILENT, Failure.FORMAT])
def test_a_camera_that_is_there_but_does_not_work_is_not_replaced(broken):
    with pytest.raises(CameraLost, match="do something"):
        opened(picamera2=broken, webcam=None)


def test_a_camera_asked_for_by_name_is_not_replaced():
    with pytest.raises(CameraLost, match=r"The camera cannot be used: it is missing; do something"):
        opened(CameraConfig(kind="webcam"), picamera2=None, webcam=Failure.MISSING)


def test_the_simulated_table_can_be_asked_for():
    assert opened(CameraConfig(kind="simulated"), webcam=None).camera is None


def test_this_machine_is_asked_as_it_is():
    """Whatever is connected here, the answer is a camera or one sentence."""
    try:
        note = open_camera(CameraConfig(open_timeout_s=3)).note
    except CameraLost as error:
        note = str(error)
    assert "\n" not in note
    assert list(sources()) == ["picamera2", "webcam"]


def test_a_folder_of_pictures(tmp_path):
    for n in (2, 1):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((4, 4, 3), 50 * n, np.uint8))
    (tmp_path / "notes.txt").touch()
    (tmp_path / "2.png").rename(tmp_path / "2.PNG")  # as cameras name theirs
    camera = opened(CameraConfig(kind="folder", path=str(tmp_path))).camera
    assert [camera.frame().name for _ in range(2)] == ["1.png", "2.PNG"]
    with pytest.raises(PictureError, match="no further picture"):
        camera.frame()


def test_a_folder_in_the_home_of_whoever_starts_it(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "evening").mkdir()
    cv2.imwrite(str(tmp_path / "evening" / "1.png"), np.zeros((4, 4, 3), np.uint8))
    found = opened(CameraConfig(kind="folder", path="~/evening"))
    assert found.note == f"Camera: the pictures in {tmp_path}/evening."


def test_what_was_recorded_by_a_camera_that_hung_upside_down_is_turned_too(tmp_path):
    image = np.zeros((20, 30, 3), np.uint8)
    image[:10, :15] = 255
    cv2.imwrite(str(tmp_path / "000.jpg"), image)
    for degrees, bright, shape in ((90, (slice(10), slice(10, 20)), (30, 20)),
                                   (180, (slice(10, 20), slice(15, 30)), (20, 30))):  # fmt: skip
        config = CameraConfig(kind="folder", path=str(tmp_path), rotate=degrees)
        camera = opened(config).camera
        for _ in range(2):
            taken = camera.frame()
            shown = cv2.imdecode(np.frombuffer(taken.jpeg, np.uint8), cv2.IMREAD_COLOR)
            for pixels in (taken.pixels, shown):
                assert pixels.shape[:2] == shape
                assert pixels[bright].mean() > 200 > 100 > pixels.mean()
            assert taken.name == "000.jpg"
            camera.rewind()


@pytest.mark.parametrize(("kind", "word"), [("folder", "no folder"), ("video", "no film")])
def test_a_path_that_is_not_there(kind, word):
    with pytest.raises(UsageError, match=word):
        opened(CameraConfig(kind=kind, path="nowhere"))


def test_an_empty_folder(tmp_path):
    with pytest.raises(UsageError, match="holds no picture"):
        opened(CameraConfig(kind="folder", path=str(tmp_path)))


def test_a_film_is_seen_second_by_second(tmp_path):
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for second in (40, 120, 200):
        for _ in range(10):
            writer.write(np.full((48, 64, 3), second, np.uint8))
    writer.release()
    camera = VideoCamera(path)
    assert [round(camera.frame().pixels.mean(), -1) for _ in range(3)] == [40, 120, 200]
    with pytest.raises(PictureError, match="over"):
        camera.frame()
    camera.rewind()
    assert camera.frame().name == "film-0001.jpg"
