"""A device in Python beside others: its own changes, those of others, errors. See .ci/library.

    use.py ENDPOINT DEVICE     prints the digest that it ends with
"""

import asyncio
import sys

import navsync


async def session(endpoint: str, device: str) -> str:
    with navsync.Client(endpoint=endpoint, device=device, name="py") as client:
        assert client.name == "py" and client.endpoint == endpoint
        client.declare({"version": 1, "tabs": [{"id": "inbox", "title": "Inbox"}]})
        draft = {"subject": "☎", "lines": [1, 2]}
        pushed = client.perform({"kind": "push", "route": "mail://py", "title": "😀 from Python",
                                 "payload": navsync.encoded(draft)})
        outcome, revision, seen = None, None, -1
        async for event in client.events():
            if event["event"] == "outcome" and event["change"] == pushed["change"]:
                outcome, revision = event["outcome"], event["revision"]
            if event["event"] == "scene":
                seen = event["revision"]
            # Which of them comes first is open.
            if revision is not None and seen >= revision:
                break
        assert outcome == "applied"
        view = client.show()
        screens = [screen for tab in view["scene"]["tabs"] for screen in tab["stack"]]
        assert draft in [navsync.decoded(screen) for screen in screens], view
        titles = [screen["title"] for screen in screens]
        assert "😀 from Python" in titles and view["pending"] == 0 and view["status"] == "live", view
        try:
            client.perform({"kind": "selectTab", "tab": "nowhere"})
        except navsync.Error as error:
            assert error.code is navsync.Code.IMPOSSIBLE and "nowhere" in str(error)
        else:
            raise AssertionError("an impossible change")
        assert client.shelf() == []
    try:
        client.show()
    except navsync.Error as closed:
        assert closed.code is navsync.Code.CLOSED
    assert client.dispatch() == [] and navsync.version()
    return view["digest"]


print(asyncio.run(session(sys.argv[1], sys.argv[2])))
