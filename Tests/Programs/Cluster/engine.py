"""PostgreSQL with a synchronous standby, under Patroni, which keeps its leader in etcd."""

import glob
import json
import os
import shutil
import subprocess
import time
import urllib.request

from machines import Service

# Seconds that anything may take on a machine that has more to do.
PATIENCE = 90
# Patroni's own times in seconds: a leader that is gone is followed by another one once its key in etcd has
# run out. The smallest that it accepts, so that a run is short.
TTL, LOOP, RETRY = 20, 5, 5
MEMBERS = ["db1", "db2"]


class Engine:
    """Two members and one etcd, each on a machine of its own."""

    def __init__(self, machines, place):
        self.machines, self.place = machines, place
        self.programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": place}
        self.members = {}
        self.start_etcd()
        for name in MEMBERS:
            self.configure(name)
            self.start(name)
            self.until(f"{name} runs", lambda name=name: self.state(name) in ("running", "streaming"))
        self.until("a synchronous standby", lambda: self.member("sync_standby"))
        self.ask("CREATE ROLE navsync LOGIN")
        self.ask("CREATE DATABASE navsync OWNER navsync ENCODING 'UTF8' TEMPLATE template0")

    def start_etcd(self):
        address = f"http://{self.machines.address('etcd')}:2379"
        words = ["etcd", "--data-dir", f"{self.place}/etcd"]
        words += ["--listen-client-urls", address, "--advertise-client-urls", address]
        self.etcd = Service("etcd", words, f"{self.place}/etcd.log", self.environment)

    def configure(self, name):
        address = self.machines.address(name)
        directory = f"{self.place}/{name}"
        os.mkdir(directory, 0o700)
        hba = ["local all all trust", "host all all 10.77.0.0/16 trust"]
        settings = {
            "scope": "navsync",
            "name": name,
            "restapi": {"listen": f"{address}:8008", "connect_address": f"{address}:8008"},
            "etcd3": {"host": f"{self.machines.address('etcd')}:2379"},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL,
                    "loop_wait": LOOP,
                    "retry_timeout": RETRY,
                    "synchronous_mode": True,
                    "synchronous_mode_strict": True,
                    "postgresql": {"use_pg_rewind": True, "use_slots": True},
                },
                "initdb": [{"encoding": "UTF8"}, "data-checksums"],
                "pg_hba": [*hba, "host replication all 10.77.0.0/16 trust"],
            },
            "postgresql": {
                "listen": f"{address}:5432",
                "connect_address": f"{address}:5432",
                "data_dir": f"{directory}/data",
                "bin_dir": self.programs,
                "pgpass": f"{directory}/pgpass",
                "authentication": {
                    "superuser": {"username": "postgres"},
                    "replication": {"username": "replicator"},
                },
                "parameters": {
                    "unix_socket_directories": directory,
                    "shared_buffers": "64MB",
                    "max_connections": 100,
                },
            },
        }
        # Every JSON text is YAML too.
        with open(f"{directory}/patroni.yml", "w") as file:
            json.dump(settings, file)
        for path in (directory, f"{directory}/patroni.yml"):
            shutil.chown(path, "postgres", "postgres")

    def start(self, name):
        words = ["patroni", f"{self.place}/{name}/patroni.yml"]
        log = f"{self.place}/{name}.log"
        self.members[name] = Service(name, words, log, self.environment, user="postgres")

    def cluster(self):
        """The members as Patroni describes them, from whichever answers."""
        for name in MEMBERS:
            url = f"http://{self.machines.address(name)}:8008/cluster"
            try:
                with urllib.request.urlopen(url, timeout=2) as answer:
                    return json.load(answer)["members"]
            except OSError:
                continue
        return []

    def state(self, name):
        return next((each["state"] for each in self.cluster() if each["name"] == name), None)

    def member(self, role):
        """The name of the member that has a role and runs."""
        for each in self.cluster():
            if each["role"] == role and each["state"] in ("running", "streaming"):
                return each["name"]
        return None

    def until(self, description, condition, patience=PATIENCE):
        """Waits until a condition is met; returns the seconds that it took."""
        begin = time.monotonic()
        while not condition():
            if time.monotonic() > begin + patience:
                words = "".join(service.words[-2000:] for service in self.members.values())
                raise TimeoutError(f"not in {patience} s: {description}: {self.cluster()}\n{words}")
            time.sleep(0.1)
        return time.monotonic() - begin

    @property
    def url(self):
        hosts = ",".join(self.machines.address(name) for name in MEMBERS)
        return f"postgresql://navsync@{hosts}/navsync?target_session_attrs=read-write&connect_timeout=3"

    def ask(self, statement, database="postgres"):
        """The rows of a statement's result, by the primary's own administrator."""
        leader = self.member("leader")
        words = [f"{self.programs}/psql", "-h", self.machines.address(leader), "-U", "postgres", "-d", database]
        words += ["-v", "ON_ERROR_STOP=1", "-A", "-t", "-c", statement]
        done = subprocess.run(words, capture_output=True, text=True, env=self.environment, timeout=PATIENCE)
        if done.returncode != 0:
            raise RuntimeError(f"{statement}: {done.stderr}")
        return [line.split("|") for line in done.stdout.splitlines()]

    def close(self):
        for service in [*self.members.values(), self.etcd]:
            service.kill()
