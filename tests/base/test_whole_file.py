"""Files are written as a whole or not at all, through links, with the permissions they had."""

import os
import stat
import threading

import pytest

import linkwork as lw
from linkwork.base.whole_file import write_whole
from linkwork.errors import LinkworkError


def model():
    m = lw.Mechanism("arm", plane="xy")
    m.revolute("A", m.ground.at(0, 0), m.body("arm").at(0, 0))
    return m


def writers(path):
    """Both ways to a file: results and models."""
    return (lambda: write_whole(path, b"new"), lambda: model().save(path))


@pytest.mark.parametrize("way", [0, 1])
def test_a_link_stays_and_its_file_is_replaced(tmp_path, way):
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_bytes(b"old")
    link.symlink_to(real)
    writers(link)[way]()
    assert link.is_symlink()
    assert real.read_bytes() != b"old"
    assert sorted(os.listdir(tmp_path)) == ["link.csv", "real.csv"]


@pytest.mark.parametrize("way", [0, 1])
def test_permissions_are_kept(tmp_path, way):
    file = tmp_path / "x.csv"
    file.write_bytes(b"old")
    file.chmod(0o640)
    writers(file)[way]()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize("way", [0, 1])
def test_a_read_only_file_is_refused_and_kept(tmp_path, way):
    file = tmp_path / "x.csv"
    file.write_bytes(b"old")
    file.chmod(0o444)
    with pytest.raises(LinkworkError, match=r"x.csv' cannot be written: the file is read-only; make it writable"):
        writers(file)[way]()
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.csv"]


def test_a_pipe_gets_the_content_and_stays_a_pipe(tmp_path):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"new")
    reader.join(10)
    assert got == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no /dev/full")
def test_a_device_that_is_full_says_so():
    with pytest.raises(LinkworkError, match=r"'/dev/full' cannot be written: No space left on device"):
        write_whole("/dev/full", b"new")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_a_write_that_fails_leaves_the_old_file_alone(tmp_path, monkeypatch):
    file = tmp_path / "x.csv"
    file.write_bytes(b"old")

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("linkwork.base.whole_file.os.fsync", fail)
    with pytest.raises(LinkworkError, match="No space left"):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.csv"]


def test_a_long_name_is_written(tmp_path):
    file = tmp_path / ("x" * 250 + ".csv")
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
