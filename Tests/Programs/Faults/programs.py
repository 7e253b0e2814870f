"""The programs under test, as processes: the daemon, navctl, and devices (Tests/Programs/FaultDevice)."""

import json
import os
import signal
import subprocess
import threading
import time

# As long as anything may take on a machine that has more to do.
PATIENCE = 60


class Refused(Exception):
    """A daemon that did not start, with its words."""


class Failed(Exception):
    """A command of navctl that did not end well: its status and its words."""

    def __init__(self, words, status, errors):
        super().__init__(f"navctl {' '.join(words)} ended with {status}: {errors.strip()}")
        self.status, self.errors = status, errors


class Programs:
    """Where the programs are, and the place in which they run."""

    def __init__(self, directory, device, place):
        self.directory, self.device, self.place = directory, device, place
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": f"{place}/home",
            "XDG_RUNTIME_DIR": f"{place}/run",
            "LANG": "C.UTF-8",
            "NAVSYNCD_METRICS_LISTEN": "off",
        }

    def start(self, words, namespace=None, **streams):
        inside = ["nsenter", f"--net=/run/netns/{namespace}"] if namespace else []
        return subprocess.Popen(inside + words, env=self.environment, **streams)


class Daemon:
    """A daemon that is ready."""

    def __init__(self, programs, state, sockets, flags=(), namespace=None):
        self.log = f"{programs.place}/daemon.log"
        with open(self.log, "ab") as log:
            begin = log.tell()
            words = [f"{programs.directory}/navsyncd", "--data-directory", state, "--ipc", sockets]
            self.process = programs.start(
                words + list(flags), namespace, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        self.begin = begin

    @property
    def words(self):
        """All that it has said."""
        with open(self.log, "rb") as log:
            log.seek(self.begin)
            return log.read().decode(errors="replace")

    def until_ready(self):
        end = time.monotonic() + PATIENCE
        while " info ready " not in self.words:
            if self.process.poll() is not None:
                raise Refused(self.words)
            if time.monotonic() > end:
                raise TimeoutError(f"no daemon: {self.words}")
            time.sleep(0.01)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Navctl:
    """Commands of one device; without a directory, of one that stores nothing."""

    def __init__(self, programs, device, endpoint=None, namespace=None, timeout="30s"):
        self.programs, self.namespace = programs, namespace
        self.options = ["--device", device] if device else ["--ephemeral"]
        self.options += ["--output", "json", "--timeout", timeout]
        self.options += ["--endpoint", endpoint] if endpoint else []

    def run(self, *words, text=None):
        """The status of a command, its output, and its errors."""
        process = self.programs.start(
            [f"{self.programs.directory}/navctl", *words, *self.options],
            self.namespace,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            output, errors = process.communicate(text, PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            errors += " (killed: it did not end)"
        return process.returncode, output, errors

    def ask(self, *words, text=None):
        """What a command that ends well prints."""
        status, output, errors = self.run(*words, text=text)
        if status != 0:
            raise Failed(words, status, errors)
        return json.loads(output) if output.strip() else None

    def status(self):
        """What status prints, which ends with 1 where changes can't be made or something was lost."""
        words = ["status"]
        status, output, errors = self.run(*words)
        if status not in (0, 1) or not output.strip():
            raise Failed(words, status, errors)
        return json.loads(output)


class Device:
    """A device that runs: it changes the scene while it is told to, and the ledger notes all it says."""

    CHANGES = 4

    def __init__(self, programs, name, directory, ledger, endpoint=None, namespace=None):
        self.name, self.directory, self.ledger = name, directory, ledger
        self.programs, self.endpoint, self.namespace = programs, endpoint, namespace
        # Not every device finds its daemon again: some are given another one's key.
        self.navctl = Navctl(programs, directory, endpoint, namespace, timeout="10s")
        self.process = None

    def start(self):
        words = [self.programs.device, self.directory, self.name, str(self.CHANGES)]
        words += [self.endpoint] if self.endpoint else []
        self.reports = []
        self.arrival = threading.Condition()
        with open(f"{self.programs.place}/{self.name}.log", "ab") as log:
            self.process = self.programs.start(
                words, self.namespace, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
            )
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            # One that is killed may have written a part of its last line.
            if not line.endswith(b"\n"):
                break
            line = json.loads(line)
            if "report" in line:
                with self.arrival:
                    self.reports.append(line["report"])
                    self.arrival.notify()
            else:
                self.ledger.note(self.name, line)
        # A report of a process that has ended never comes: nobody waits for it.
        with self.arrival:
            self.reports.append(None)
            self.arrival.notify()

    def order(self, word):
        self.process.stdin.write(f"{word}\n".encode())
        self.process.stdin.flush()

    def report(self):
        """The mirror as it is; `None` where the process has ended."""
        with self.arrival:
            self.reports.clear()
            try:
                self.order("report")
            except BrokenPipeError:
                return None
            if not self.arrival.wait_for(lambda: self.reports, PATIENCE):
                return None
            return self.reports[-1]

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """Ends it at once. All that it has said is in the ledger then."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.reader.join()
        self.process.stdin.close()
        self.process = None
