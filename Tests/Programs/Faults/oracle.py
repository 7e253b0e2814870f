"""The oracle: what devices were told, compared with what there is."""

from collections import defaultdict


def compare(ledger, commits, scene):
    """The differences between what was acknowledged and a history with the scene at its end.

    Each change that was acknowledged is in the history once, at the revision that was told; one that
    altered nothing, or was refused, is not. One that was kept and never answered is there once, as its
    outbox was handed over meanwhile; none is there twice.
    """
    return [
        *in_order(commits),
        *acknowledged(ledger, commits),
        *shown(commits, scene),
    ]


def in_order(commits):
    revisions = [commit["revision"] for commit in commits]
    if revisions != list(range(1, len(commits) + 1)):
        yield f"the history has not each revision once and in order: {revisions[:5]}…"


def acknowledged(ledger, commits):
    places = defaultdict(list)
    routes = defaultdict(list)
    for commit in commits:
        places[commit["author"], commit["sequence"]].append(commit["revision"])
        for operation in commit["operations"]:
            if operation["kind"] == "push":
                routes[operation["route"]].append(commit["revision"])
    for (author, sequence), revisions in places.items():
        if author is not None and len(revisions) > 1:
            yield f"change {sequence} of {author} is there more than once: {revisions}"
    for route, revisions in routes.items():
        if len(revisions) > 1:
            yield f"{route} is there more than once: {revisions}"
    for change in ledger.changes.values():
        found = places[change.device, change.sequence]
        if change.kind == "push":
            found = routes[change.tag]
        if change.is_acknowledged:
            expected = [] if change.revision is None else [change.revision]
            if found != expected:
                yield f"{change} was acknowledged, and is at {found}"
        elif change.outcome == "refused":
            if found:
                yield f"{change} was refused, and is at {found}"
        elif change.kind in ("push", "add") and len(found) != 1:
            yield f"{change} was kept in the outbox, and is at {found}"


def shown(commits, scene):
    """The scene, from the history: what was added to the badge; what was pushed and not popped."""
    count = 0
    pushed = {}
    for commit in commits:
        for operation in commit["operations"]:
            if operation["outcome"] != "applied":
                continue
            match operation["kind"]:
                case "addToBadge":
                    count += operation["count"]
                case "push":
                    pushed[operation["screen"]] = operation["route"]
                case "pop":
                    for screen in operation["screens"]:
                        pushed.pop(screen, None)
    tabs = {tab["id"]: tab for tab in scene["tabs"]}
    badge = tabs["count"]["badge"]
    if badge != (str(count) if count else None):
        yield f"the badge is {badge}, and {count} was added"
    stack = [screen["route"] for screen in tabs["stack"]["stack"]]
    if len(stack) != len(set(stack)):
        yield f"a screen is shown twice: {stack}"
    if missing := set(pushed.values()) - set(stack):
        yield f"of what was pushed is missing {missing}"
    # The last screen of a stack stays, whoever pops it.
    if len(extra := set(stack) - set(pushed.values())) > 1:
        yield f"was popped, and is shown: {extra}"


def is_equal(mirror, daemon):
    """A Boolean value indicating whether a mirror has what the daemon has, and nothing of its own."""
    members = ("epoch", "revision", "digest")
    return not mirror["pending"] and all(mirror[each] == daemon[each] for each in members)
