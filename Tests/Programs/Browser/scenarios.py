"""Scenarios of devices in browsers: scenarios.py NAME NAVCTL ENDPOINT DIRECTORY

The daemon runs, with a scene of tabs and stacks. Each scenario starts the server of the pages itself,
prints facts as lines of JSON, and fails where the pages are not as documented. Pictures are written to
the directory."""

import atexit
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

from webdriver import DEADLINE, Browser

NAME, NAVCTL, ENDPOINT, DIRECTORY = sys.argv[1:5]
DESK = DIRECTORY + "/desk"
RULES = pathlib.Path(__file__).with_name("accessibility.js").read_text()
SELECTED = "return document.querySelector('[role=tab][aria-selected=true]')?.dataset.id"


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def report(**facts):
    print(json.dumps(facts), flush=True)


def navctl(*words, device="desk", is_json=True):
    """The output of a command of another device."""
    command = [NAVCTL, "--endpoint", ENDPOINT, "--device", f"{DIRECTORY}/{device}", *words]
    if is_json:
        command += ["--output", "json"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE)
    expect(result.returncode == 0, (command, result.stderr))
    return json.loads(result.stdout) if is_json else result.stdout


class Server:
    """`navctl web` as a process, as the device whose directory has the browsers."""

    def __init__(self, port=0, *options):
        self.log = open(DIRECTORY + "/web.log", "a")
        self.process = subprocess.Popen(
            [NAVCTL, "web", "--endpoint", ENDPOINT, "--device", DESK, "--listen", f"127.0.0.1:{port}", *options,
             "--output", "json"], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        expect(line, "the server printed no address: " + pathlib.Path(DIRECTORY + "/web.log").read_text())
        self.url = json.loads(line)["url"]
        parts = urllib.parse.urlsplit(self.url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.token = parts.fragment
        self.port = parts.port

    def invite(self, name, *options):
        return navctl("device", "invite", "--web", "--name", name, *options)["url"]

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(timeout=DEADLINE)
        self.process.stdout.close()
        self.log.close()

    def request(self, method, path, body=None, headers=(), host=None):
        """A request as no browser would send it; the status, the headers and the body of the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in dict(headers).items():
            connection.putheader(name, value)
        data = json.dumps(body).encode() if body is not None else b""
        if method == "POST":
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()

    def raw(self, data):
        """The first line of the response to bytes; empty if the connection ends without one."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=DEADLINE) as peer:
            with contextlib.suppress(OSError):
                peer.sendall(data)
            with contextlib.suppress(OSError):
                return peer.recv(100).split(b"\r\n")[0].decode()
            return ""

    def join(self, token, name="raw"):
        """The cookie of a new browser."""
        status, headers, _ = self.request("POST", "/join", {"token": token, "name": name}, {"Origin": self.origin})
        expect(status == 200, status)
        return headers["Set-Cookie"]


@contextlib.contextmanager
def serving(*options):
    server = Server(0, *options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


@contextlib.contextmanager
def browsing(url=None, **options):
    browser = Browser(**options)
    try:
        if url:
            browser.open(url)
            live(browser)
        yield browser
    finally:
        browser.close()


def live(browser):
    browser.wait("a live page", "return document.getElementById('dot').textContent === '●' && document.querySelector('.control') !== null")


def tap(browser, identifier):
    browser.wait(identifier, "return document.querySelector(`[data-id='${arguments[0]}']:not(:disabled)`) !== null", identifier)
    browser.run("document.querySelector(`[data-id='${arguments[0]}']`).click()", identifier)


def see(browser, what, script, *arguments):
    browser.wait(what, "return " + script, *arguments)


def sees_tab(browser, identifier):
    see(browser, f"{identifier} selected", "document.querySelector('[role=tab][aria-selected=true]')?.dataset.id === arguments[0]", identifier)


def title(browser, text):
    see(browser, f"the title {text}", "[...document.querySelectorAll('h1')].some((node) => node.textContent === arguments[0])", text)


def ask_until(what, condition, *words):
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        answer = navctl(*words)
        if condition(answer):
            return answer
        time.sleep(0.1)
    raise AssertionError(f"never came: {what}: {answer}")


def pages():
    """Two pages of one browser, one of another, and a watch: all see what each does."""
    with serving() as server, browsing(server.url) as phone:
        first = phone.page
        expect(phone.run("return location.href") == server.origin + "/", "the address still shows the token")
        tap(phone, "tab.contacts")
        sees_tab(phone, "tab.contacts")
        ask_until("the selection", lambda scene: scene["scene"]["selectedTab"] == "contacts", "show")
        watch = subprocess.Popen(
            [NAVCTL, "--endpoint", ENDPOINT, "--device", DIRECTORY + "/watcher", "watch", "--output", "json"],
            stdout=subprocess.PIPE, text=True)
        try:
            watch.stdout.readline()
            second = phone.new_page(server.origin + "/")
            live(phone)
            sees_tab(phone, "tab.contacts")
            with browsing(server.invite("tablet"), size=(1100, 800)) as tablet:
                tap(tablet, "tab.keypad")
                for page in (first, second):
                    phone.turn(page)
                    sees_tab(phone, "tab.keypad")
                    fits(phone)
                    # The page's other parts need more room, of which nobody said anything.
                    phone.run("document.getElementById('status').style.minHeight = '80px'")
                    fits(phone)
                    see(phone, "both", "document.getElementById('who').textContent.includes('(3)')")
                see(tablet, "itself", "document.getElementById('state').textContent.startsWith('tablet')")
                phone.wait("the mark of the tablet", "return document.querySelector(`[data-id='tab.keypad'] .mark`)?.textContent.includes('t')")
                phone.run("document.getElementById('open').click(); document.getElementById('route').value = 'phone://new'; document.getElementById('title').value = 'New'; document.getElementById('push').click()")
                title(tablet, "New")
                phone.wait("the announcement", "return document.getElementById('say').textContent.includes('New')")
                # Its own selection, so all are where they were before it came.
                tablet.run("document.getElementById('undo').click()")
                sees_tab(phone, "tab.contacts")
                navctl("push", "phone://desk", "--title", "Desk")
                title(phone, "Desk")
                phone.keys("\ue00c")
                see(tablet, "the page back", "![...document.querySelectorAll('h1')].some((node) => node.textContent === 'Desk')")
                navctl("push", "phone://swiped", "--title", "Swiped")
                title(phone, "Swiped")
                phone.swipe(5, 200)
                see(tablet, "the page back", "![...document.querySelectorAll('h1')].some((node) => node.textContent === 'Swiped')")
                navctl("modal", "present", "phone://sheet", "--title", "Sheet", "--kind", "simple")
                for browser in (phone, tablet):
                    browser.wait("the dialog", "return document.querySelector('[role=dialog][aria-modal=true]') !== null")
                closing = phone.run("return [...document.querySelectorAll('[role=dialog] button')].map((node) => node.dataset.id)")
                tap(phone, closing[0])
                tablet.wait("no dialog", "return document.querySelector('[role=dialog][aria-modal]') === null")
                names = sorted(device["name"] for device in navctl("presence")["devices"])
            phone.run("location.reload()")
            live(phone)
            sees_tab(phone, "tab.contacts")
        finally:
            watch.kill()
            seen = watch.stdout.read()
        expect("phone://new" in seen and "phone://desk" in seen, seen)
        report(browsers=[name for name in names if name != "desk"])


def offline():
    """Gestures without a connection, across a reload and a crash of the server, are handed over once."""
    server = Server()
    with browsing(server.url) as phone:
        before = navctl("show")["revision"]
        server.stop(signal.SIGKILL)
        phone.wait("the loss", "return document.getElementById('status').className === 'lost'")
        for number in range(3):
            phone.run("record({ intent: { kind: 'push', tab: 'favourites', route: 'phone://kept/' + arguments[0], title: 'Kept ' + arguments[0] } })", number)
        phone.wait("three gestures kept", "return document.getElementById('waiting').textContent.startsWith('3 ')")
        phone.picture(DIRECTORY + "/offline.png")
        server = Server(server.port)
        live(phone)
        phone.wait("nothing kept", "return document.getElementById('waiting').textContent === ''")
        routes = lambda: [screen["route"] for tab in navctl("show")["scene"]["tabs"] if tab["id"] == "favourites" for screen in tab["stack"]]
        expect([route for route in routes() if "kept" in route] == [f"phone://kept/{number}" for number in range(3)], routes())
        # The page alone has no network, and is loaded anew meanwhile.
        phone.offline(True)
        phone.run("record({ intent: { kind: 'push', tab: 'favourites', route: 'phone://later' } })")
        phone.wait("a gesture kept", "return document.getElementById('waiting').textContent.startsWith('1 ')")
        phone.offline(False)
        phone.run("location.reload()")
        live(phone)
        phone.wait("nothing kept", "return document.getElementById('waiting').textContent === ''")
        expect(routes().count("phone://later") == 1, routes())
        report(revisions=navctl("show")["revision"] - before)
    server.stop()


def once():
    """A batch that is sent again, after whatever crash, is performed once."""
    server = Server()
    cookie = server.join(server.token).split(";")[0]
    headers = {"Origin": server.origin, "Cookie": cookie, "Content-Type": "application/json"}

    def push(number):
        return {"number": number, "intent": {"kind": "push", "tab": "favourites", "route": f"phone://once/{number}"}}

    def batch(*numbers, journal="0123456789abcdef" * 2):
        return {"journal": journal, "gestures": [push(number) for number in numbers]}

    def send(body):
        status, _, answer = server.request("POST", "/gestures", body, headers)
        return status, json.loads(answer)

    status, answer = send(batch(1, 2))
    expect(status == 200 and [result["number"] for result in answer["results"]] == [1, 2], answer)
    send(batch(1, 2, 3))
    # The file as a crash leaves it between a change and its note: performed, then not performed.
    for path in pathlib.Path(DESK + "/web/browsers").glob("*/gestures.json"):
        server.stop(signal.SIGKILL)
        content = json.loads(path.read_text())
        server = Server(server.port)
        send(batch(4))
        server.stop(signal.SIGKILL)
        newest = json.loads(path.read_text())
        journal = content["journals"][0]["id"]
        last = {"id": journal, "last": 3}
        path.write_text(json.dumps({"journals": [last], "begun": {"journal": journal, "number": 4, "lastChange": 3}}))
        server = Server(server.port)
        send(batch(4))
        server.stop(signal.SIGKILL)
        last["last"] = 4
        path.write_text(json.dumps({"journals": [last], "begun": {"journal": journal, "number": 5, "lastChange": 4}}))
        server = Server(server.port)
        send(batch(5))
        expect(newest["journals"][0]["last"] == 4, newest)
    send(batch(1, journal="f" * 32))
    status, answer = send({"journal": "0" * 32, "gestures": [{"number": 1, "intent": {"kind": "nothing"}}]})
    expect(status == 200 and answer["results"][0]["reason"] == "unreadable", answer)
    for bad in ({}, {"journal": "x", "gestures": []}, {"journal": "0" * 32, "gestures": [push(2), push(1)]}, [1]):
        expect(send(bad)[0] == 400, bad)
    # More gestures than a browser may send at once are put off.
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        many = [batch(*range(100 + 32 * index, 132 + 32 * index)) for index in range(8)]
        codes = [status for status, _ in threads.map(send, many)]
    expect(429 in codes, codes)
    # A browser that was invited as a viewer changes nothing.
    token = server.invite("screen", "--viewer").split("#")[1]
    viewer = headers | {"Cookie": server.join(token).split(";")[0]}
    before = navctl("show")["revision"]
    _, _, answer = server.request("POST", "/gestures", batch(1), viewer)
    expect(json.loads(answer)["results"][0]["reason"] == "viewer", answer)
    expect(navctl("show")["revision"] == before, "a viewer changed something")
    stack = next(tab["stack"] for tab in navctl("show")["scene"]["tabs"] if tab["id"] == "favourites")
    routes = [screen["route"] for screen in stack if "once" in screen["route"]]
    low = [route for route in routes if int(route.rsplit("/", 1)[1]) < 100]
    server.stop()
    report(routes=low)


def removal():
    """A browser that is revoked, registered or not, is told at once, gone for others, and no device any more."""
    with serving() as server, browsing(server.url) as phone, browsing(server.invite("screen", "--viewer"), language="ko") as screen:
        names = lambda: sorted(device["name"] for device in navctl("device", "list")["devices"] if device["isBrowser"])
        present = lambda: sorted(device["name"] for device in navctl("presence")["present"])
        # The desk is a device itself, which sees who is present.
        navctl("show")
        tap(phone, "tab.contacts")
        sees_tab(screen, "tab.contacts")
        expect(names() == ["Chrome on Linux", "screen"], names())
        watch = subprocess.Popen(
            [NAVCTL, "--endpoint", ENDPOINT, "--device", DIRECTORY + "/watcher", "watch", "--output", "json"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(watch.kill)
        ask_until("all three", lambda answer: len(answer["present"]) == 3, "presence")
        # A viewer's gesture is refused by its code, in the language of the page.
        screen.run("record({ intent: { kind: 'push', route: 'phone://never' } })")
        screen.wait("the refusal", "return document.querySelector('#notices li span')?.textContent === '화면 열기: 이 브라우저는 보기만 할 수 있습니다'")
        screen.picture(DIRECTORY + "/refused.png")
        # The viewer has made no change, so that the daemon has not registered it.
        before = time.monotonic()
        removed = navctl("device", "revoke", "screen")
        expect(removed["name"] == "screen", removed)
        screen.wait("the removal", "return document.getElementById('message').textContent.startsWith('이 브라우저는 제거되어')")
        expect(time.monotonic() - before < 10, "the page learnt it by a beat only")
        screen.picture(DIRECTORY + "/removed.png")
        ask_until("two", lambda answer: len(answer["present"]) == 2, "presence")
        expect(names() == ["Chrome on Linux"], names())
        # The other one by another device, which does not have the server's directory.
        phone.offline(True)
        phone.run("record({ intent: { kind: 'push', route: 'phone://never' } })")
        phone.wait("a gesture kept", "return document.getElementById('waiting').textContent.startsWith('1 ')")
        phone.offline(False)
        live(phone)
        phone.wait("nothing kept", "return document.getElementById('waiting').textContent === ''")
        navctl("device", "revoke", "Chrome on Linux", device="watcher")
        phone.wait("the removal", "return document.getElementById('message').textContent.startsWith('This browser was removed')")
        ask_until("one", lambda answer: len(answer["present"]) == 1, "presence")
        expect(names() == [], names())
        phone.run("location.reload()")
        phone.wait("no device", "return document.getElementById('message').textContent.startsWith('This browser is no device yet')")
        phone.open(server.invite("again"))
        live(phone)
        see(phone, "the new name", "document.getElementById('state').textContent.startsWith('again')")
        left = [path.name for path in pathlib.Path(DESK + "/web/browsers").iterdir()]
        expect(len(left) == 1 and not any(pathlib.Path(DESK + "/web/removed").iterdir()), left)
        report(browsers=len(left))


def motion():
    """The marker of Material's bar widens at the newly selected tab, once for each selection."""
    with serving() as server, browsing() as phone:
        agent = phone.run("return navigator.userAgent").replace("X11; Linux x86_64", "Linux; Android 15")
        phone.cdp("Emulation.setUserAgentOverride", userAgent=agent)
        phone.open(server.url)
        live(phone)
        phone.run("window.moved = []; const animate = Element.prototype.animate; Element.prototype.animate = function (frames, options) { moved.push([this.id, frames[0].transform, options.duration]); return animate.call(this, frames, options); }")
        for tab in ("tab.contacts", "tab.keypad"):
            tap(phone, tab)
            sees_tab(phone, tab)
        navctl("push", "phone://still", "--title", "Still")
        title(phone, "Still")
        phone.picture(DIRECTORY + "/material.png")
        moved = phone.run("return moved")
        expect(moved == [[tab + ".marker", "scaleX(0)", 100] for tab in ("tab.contacts", "tab.keypad")], moved)
        report(moved=len(moved))


def hidden():
    """Browsers of a server that hides them follow the scene, and others don't see them."""
    with serving("--hidden") as server, browsing(server.url) as phone, browsing(server.invite("tablet")) as tablet:
        navctl("show")
        tap(phone, "tab.contacts")
        sees_tab(tablet, "tab.contacts")
        see(phone, "nobody", "document.getElementById('who').textContent.includes('(0)')")
        report(present=len(navctl("presence")["present"]))


def hostile():
    """Requests of other origins, names, sizes and paces are turned away, and leave no trace."""
    with serving() as server:
        own = {"Origin": server.origin}
        status, headers, _ = server.request("GET", "/")
        expect(status == 200, status)
        policy = headers["Content-Security-Policy"]
        expect("default-src 'none'" in policy and "unsafe" not in policy, policy)
        expect(server.request("GET", "/", host="rebound.example")[0] == 421, "a host of others")
        expect(server.request("GET", "/", host=f"rebound.example:{server.port}")[0] == 421, "a rebound name")
        expect(server.request("GET", "/", host="127.0.0.1:1")[0] == 421, "another port")
        join = {"token": server.token, "name": "thief"}
        for origin in ({}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Origin": f"http://localhost:{server.port}"}):
            expect(server.request("POST", "/join", join, origin)[0] == 403, origin)
        expect(server.request("POST", "/join", join, own | {"Sec-Fetch-Site": "cross-site"})[0] == 403, "another site")
        cookie = server.join(server.token)
        for word in ("HttpOnly", "SameSite=Strict", "Path=/"):
            expect(word in cookie, cookie)
        expect(server.request("POST", "/join", join, own)[0] == 403, "a token works twice")
        for method, path in (("GET", "/session"), ("GET", "/stream"), ("POST", "/gestures"), ("POST", "/read")):
            expect(server.request(method, path, {}, own)[0] == 401, path)
        forged = own | {"Cookie": f"navsync-{server.port}=" + "0" * 64}
        expect(server.request("GET", "/session", None, forged)[0] == 401, "a forged cookie")
        known = own | {"Cookie": cookie.split(";")[0]}
        expect(server.request("GET", "/session", None, known)[0] == 204, "the cookie")
        expect(server.request("GET", "/stream", None, known | {"Origin": "http://evil.example"})[0] == 403, "a stream elsewhere")
        expect(server.request("GET", "/../etc/passwd", None, known)[0] == 404, "a path")
        host = f"Host: 127.0.0.1:{server.port}\r\n"
        for data, start in (
            ("GET / HTTP/1.1\r\n" + host + "X: " + "a" * 20_000 + "\r\n\r\n", "HTTP/1.1 400"),
            ("GET / HTTP/1.1\r\n" + host + host + "\r\n", "HTTP/1.1 400"),
            ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", "HTTP/1.1 400"),
            ("GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400"),
            ("PUT / HTTP/1.1\r\n" + host + "\r\n", "HTTP/1.1 400"),
            ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "HTTP/1.1 400"),
            ("POST /join HTTP/1.1\r\n" + host + "Content-Length: 70000\r\n\r\n", "HTTP/1.1 413"),
            ("POST /join HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n", "HTTP/1.1 400"),
            ("POST /join HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 411"),
            ("POST /join HTTP/1.1\r\n" + host + "\r\n", "HTTP/1.1 411"),
        ):
            line = server.raw(data.encode("latin-1"))
            expect(line.startswith(start), (data[:60], line))
        # A head that never ends costs its sender the connection, and nobody else anything.
        begun = time.monotonic()
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
        for peer in slow:
            peer.sendall(b"GET / HTTP/1.1\r\nX: ")
        expect(server.request("GET", "/")[0] == 200, "slow peers")
        expect(slow[0].recv(100).startswith(b"HTTP/1.1 408"), "a slow head")
        waited = time.monotonic() - begun
        for peer in slow:
            peer.close()
        # A page of a name that was made to mean this machine gets nothing.
        with browsing() as browser:
            browser.open(f"http://rebound.example:{server.port}/")
            expect("Undo" not in browser.text(), browser.text())
        codes = {server.request("POST", "/join", join, own)[0] for _ in range(15)}
        expect(429 in codes, codes)
        log = pathlib.Path(DIRECTORY + "/web.log").read_text()
        for secret in (server.token, cookie.split("=")[1].split(";")[0]):
            expect(secret not in log, "a secret in the log")
        report(waited=round(waited))


def fits(browser):
    """Waits until the picture is as large as its place on the page."""
    sizes = ["Math.abs(picture.shadowRoot.firstChild.%s.baseVal.value - picture.client%s) < 1" % (side, side.title()) for side in ("width", "height")]
    browser.wait("a picture of the size of the page", "const picture = document.getElementById('picture'); return " + " && ".join(sizes))


def accessibility():
    """The rules hold, in languages of both directions, in light and dark, on small and wide screens."""
    with serving() as server:
        found = {}
        for language, dark, size in (("en", False, (500, 900)), ("ko", True, (500, 900)), ("ar", False, (500, 900)), ("ar", True, (1180, 820))):
            with browsing(server.invite(language), language=language, dark=dark, size=size) as browser:
                expect(browser.run("return document.documentElement.lang") == language, language)
                expect(browser.run("return document.documentElement.dir") == ("rtl" if language == "ar" else "ltr"), language)
                browser.run("document.getElementById('who').click()")
                name = f"{language}-{'dark' if dark else 'light'}-{size[0]}"
                found[name] = browser.run(RULES)
                fits(browser)
                browser.picture(f"{DIRECTORY}/{name}.png")
                # The tabs by keyboard.
                browser.run("document.querySelector('[role=tab][aria-selected=true]').focus()")
                browser.keys("\ue012" if language == "ar" else "\ue014")
                moved = browser.run("return document.activeElement.dataset.id")
                expect(moved != browser.run(SELECTED), moved)
                # A change of another device leaves the focus where it is.
                navctl("push", "phone://seen", "--title", f"Seen {name}")
                title(browser, f"Seen {name}")
                expect(browser.run("return document.activeElement.dataset.id") == moved, "the focus moved")
                browser.keys("\ue007")
                sees_tab(browser, moved)
                browser.run("document.getElementById('open').click()")
                found[name + "-form"] = browser.run(RULES)
                browser.run("document.getElementById('cancel').click()")
                navctl("modal", "present", "phone://sheet", "--title", "Sheet", "--kind", "simple")
                browser.wait("the dialog", "return document.querySelector('[role=dialog][aria-modal=true]') !== null")
                found[name + "-modal"] = browser.run(RULES)
                browser.picture(f"{DIRECTORY}/{name}-modal.png")
                browser.keys("\ue00c")
                browser.wait("no dialog", "return document.querySelector('[role=dialog][aria-modal]') === null")
        expect(not any(found.values()), found)
        report(pages=len(found))


def randomly():
    """200 random gestures in two browsers, one of them without a network for a while, end in equal states."""
    seed = int(os.environ.get("NAVSYNC_SEED", "7"))
    choice = random.Random(seed)
    with serving() as server, browsing(server.url) as phone, browsing(server.invite("tablet"), size=(1100, 800)) as tablet:
        for step in range(200):
            if step in (60, 120):
                tablet.offline(step == 60)
            browser = choice.choice((phone, tablet))
            kind = choice.random()
            if kind < 0.55:
                browser.run("const all = [...document.querySelectorAll('.control:not(:disabled)')].filter((node) => node.gesture && !node.gesture.local); all[arguments[0] % all.length]?.click()", choice.randrange(1000))
            elif kind < 0.75:
                browser.run("record({ intent: { kind: 'push', route: 'phone://random/' + arguments[0] } })", step)
            elif kind < 0.8:
                browser.run("record({ intent: { kind: 'presentModal', route: 'phone://modal/' + arguments[0] } })", step)
            else:
                browser.run("record({ step: arguments[0] })", choice.choice(("undo", "redo")))
        idle = "return document.getElementById('waiting').textContent === '' && document.getElementById('dot').textContent === '●'"
        for browser in (phone, tablet):
            browser.wait("nothing kept", idle)
        end = time.monotonic() + DEADLINE
        while True:
            scene = navctl("show")
            states = {(int(browser.run("return document.body.dataset.revision")), browser.run("return document.body.dataset.digest")) for browser in (phone, tablet)}
            if states == {(scene["revision"], scene["digest"])}:
                break
            expect(time.monotonic() < end, (seed, scene, states))
            time.sleep(0.2)
        report(revision=scene["revision"], seed=seed)


SCENARIOS = {"pages": pages, "offline": offline, "once": once, "removal": removal, "hidden": hidden, "motion": motion, "hostile": hostile, "accessibility": accessibility, "random": randomly}

if __name__ == "__main__":
    SCENARIOS[NAME]()
