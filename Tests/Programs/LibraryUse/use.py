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
        pushed = client.perform({"kind": "push", "route": "mail://py", "title": "😀 from Python"})
        outcomes: set[str] = set()
        digest = ""
        async for event in client.events():
            if event["event"] == "outcome" and event["change"] == pushed["change"]:
                outcomes.add(event["outcome"])
            if event["event"] == "scene":
                titles = [screen["title"] for tab in event["scene"]["tabs"] for screen in tab["stack"]]
                digest = event["digest"]
                if event["pending"] == 0 and "😀 from Python" in titles and outcomes:
                    break
        assert outcomes == {"applied"}, outcomes
        try:
            client.perform({"kind": "selectTab", "tab": "nowhere"})
        except navsync.Error as error:
            assert error.code is navsync.Code.IMPOSSIBLE and "nowhere" in str(error)
        else:
            raise AssertionError("an impossible change")
        assert client.shelf() == []
        view = client.show()
        assert view["digest"] == digest and view["status"] == "live", view
    try:
        client.show()
    except navsync.Error as closed:
        assert closed.code is navsync.Code.CLOSED
    assert client.dispatch() == [] and navsync.version()
    return digest


print(asyncio.run(session(sys.argv[1], sys.argv[2])))
