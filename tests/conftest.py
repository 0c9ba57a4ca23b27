"""The rules of every test: no screen, no network, no leftovers, nothing of the person's own.

See ``docs/testing.md`` for how to write one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Before anything can import Qt or keyring.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["STELLO_KEYRING"] = "off"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["LANGUAGE"] = "en"
os.environ["TZ"] = "UTC"
os.environ["STELLO_HOME"] = tempfile.mkdtemp(prefix="stello-tests-")
for _name in tuple(os.environ):
    if _name.lower().endswith("_proxy") or _name.startswith(("OPENAI_", "ANTHROPIC_")):
        del os.environ[_name]

import pytest
from hypothesis import settings

from tests.helpers import leaks
from tests.helpers.network import GUARD

REPORTS = pytest.StashKey[dict[str, bool]]()
SESSION_HOME = Path(os.environ["STELLO_HOME"])

# A machine under load is no reason to fail; a failure prints how to repeat it. Whoever works here searches at random;
# the gate takes the same examples every time, so that it only stops what a change has broken.
settings.register_profile("stello", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("stello")


def pytest_configure(config: pytest.Config) -> None:
    GUARD.install()
    leaks.install()


def pytest_collection_finish(session: pytest.Session) -> None:
    leaks.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    GUARD.armed = False
    shutil.rmtree(SESSION_HOME, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report: pytest.TestReport = yield  # type: ignore[assignment]  # pluggy hands the result in
    item.stash.setdefault(REPORTS, {})[report.when] = report.passed
    return report  # type: ignore[return-value]


@pytest.fixture(autouse=True)
def stello_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder of this test's own."""
    home = tmp_path / "stello-home"
    monkeypatch.setenv("STELLO_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails the test that tried to reach a host beyond loopback."""
    if request.node.get_closest_marker("network_allowed"):
        with GUARD.opened():
            yield
        return
    with GUARD.watch() as refused:
        yield
        tried = list(refused)
    if tried:
        pytest.fail(f"The test reached for the network: {', '.join(tried)}", pytrace=False)


@pytest.fixture(autouse=True)
def no_leaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails the test that leaves tasks, threads, timers or windows behind."""
    marker = request.node.get_closest_marker("leaks_allowed")
    allowed = frozenset(marker.args) if marker else frozenset()
    check = leaks.LeakCheck()
    yield
    # A failed test holds its objects in the traceback; its failure is news enough.
    if request.node.stash.get(REPORTS, {}).get("call", False):
        left = check.leaked(allowed)
        if left:
            pytest.fail("The test left behind: " + "; ".join(left), pytrace=False)
