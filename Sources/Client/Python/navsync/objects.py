"""The objects of navsync, as far as an app reads them; navsync(3) has the rest."""

from typing import Any, Literal, TypedDict

Access = Literal["full", "viewer", "revoked"]
Status = Literal["offline", "syncing", "live", "feedBlocked", "refused", "diverged"]
# The selection that this device keeps, and the id of the device that it follows.
Mode = Literal["shared", "own", "following"]
Selection = TypedDict("Selection", {"mode": Mode, "followed": str | None})
# An error that stands in the way: a code and a sentence.
Problem = TypedDict("Problem", {"code": str, "message": str})


class Screen(TypedDict):
    """An entry of a stack. 'payload' is the app's own, as decoded() reads it."""
    id: str
    route: str
    title: str | None
    payload: str | dict[str, str] | None
    properties: dict[str, str]


class Tab(TypedDict):
    """An item of the tab bar, with its stack, bottom to top."""
    id: str
    title: str
    icon: str | None
    badge: str | None
    enabled: bool
    properties: dict[str, str]
    stack: list[Screen]


class Modal(Screen):
    """A presentation, with its stack, bottom to top."""
    kind: str
    stack: list[Screen]


class Scene(TypedDict):
    """A person's place: the tabs in their order, and the modals, bottom to top."""
    selectedTab: str | None
    selection: Selection
    tabs: list[Tab]
    modals: list[Modal]
    bars: dict[str, str]


class View(TypedDict):
    """A scene as this device sees it."""
    epoch: str
    revision: int
    digest: str
    pending: int
    status: Status
    scene: Scene


class Change(TypedDict):
    """A change of this device. 'outcome' is 'waiting' until the daemon has taken it."""
    change: int | None
    outcome: str
    revision: int | None
    sequence: int | None
    screen: str | None
    modal: str | None
    operations: list[dict[str, Any]]


class SceneEvent(View):
    """The scene is another one, or its connection. 'commits' are empty after a reset."""
    event: Literal["scene"]
    name: str
    reset: bool
    commits: list[dict[str, Any]]
    error: Problem | None


class OutcomeEvent(Change):
    """The daemon has evaluated a change of this device, or refuses it."""
    event: Literal["outcome"]
    name: str
    error: Problem | None


# The device may do more or less than before.
AccessEvent = TypedDict("AccessEvent", {"event": Literal["access"], "name": str, "access": Access})
# The devices that are there, each with its place: its tab, its screen and its last use.
PresentEvent = TypedDict("PresentEvent", {"event": Literal["present"], "name": str, "devices": list[dict[str, Any]]})
# The number of outcomes that were dropped, as the program was slow to take them.
MissedEvent = TypedDict("MissedEvent", {"event": Literal["missed"], "name": str, "count": int})
Event = SceneEvent | AccessEvent | OutcomeEvent | PresentEvent | MissedEvent
