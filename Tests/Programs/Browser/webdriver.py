"""A browser without a window, by the WebDriver protocol (W3C) of chromium's own driver."""

import base64
import json
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

DRIVER = "/usr/bin/chromedriver"
BROWSER = "/usr/bin/chromium"
# The most seconds that anything is waited for: machines of checks are slow.
DEADLINE = 90


class Browser:
    """A browser with a profile of its own, which is a device of its own."""

    def __init__(self, size=(420, 860), language="en", dark=False):
        self.profile = tempfile.TemporaryDirectory(prefix="navsync-browser-", ignore_cleanup_errors=True)
        self.driver = subprocess.Popen(
            [DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = None
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                port = int(line.rstrip(".\n").rsplit(" ", 1)[1])
                break
        if port is None:
            raise SystemExit("chromedriver did not start")
        self.base = f"http://127.0.0.1:{port}"
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--ignore-certificate-errors", f"--window-size={size[0]},{size[1]}", f"--lang={language}",
            f"--accept-lang={language}", f"--user-data-dir={self.profile.name}",
            "--host-resolver-rules=MAP rebound.example 127.0.0.1,MAP nav.example 127.0.0.1",
        ]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        options = {"binary": BROWSER, "args": arguments}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.session = "/session/" + answer["sessionId"]
        if dark:
            self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.cdp("Emulation.setLocaleOverride", locale=language)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.base + path, json.dumps(body).encode() if body is not None else None,
            {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()[:600]}") from None

    def cdp(self, command, **parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def run(self, script, *arguments):
        """The value of a script's `return`."""
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, what, script, *arguments):
        """Waits until a script returns something true, and returns that."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"never came: {what}; the page has {self.text()!r}")

    def text(self):
        return self.run("return document.body.innerText")

    def click(self, selector):
        element = self.call("POST", self.session + "/element", {"using": "css selector", "value": selector})
        self.call("POST", f"{self.session}/element/{list(element.values())[0]}/click", {})

    def keys(self, text):
        """Presses keys where the focus is."""
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def offline(self, is_offline):
        """Takes the network from the pages, or gives it back."""
        self.cdp("Network.enable")
        self.cdp(
            "Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1,
            uploadThroughput=-1)

    def swipe(self, start, end, y=400):
        """Moves a finger along a line."""
        points = [start + (end - start) * step // 8 for step in range(9)]
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": points[0], "y": y}])
        for x in points[1:]:
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", self.session + "/screenshot")))

    def new_page(self, url):
        """Opens another page of the same browser, and turns to it."""
        handle = self.call("POST", self.session + "/window/new", {"type": "tab"})["handle"]
        self.turn(handle)
        self.open(url)
        return handle

    @property
    def page(self):
        return self.call("GET", self.session + "/window")

    def turn(self, handle):
        self.call("POST", self.session + "/window", {"handle": handle})

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.profile.cleanup()
