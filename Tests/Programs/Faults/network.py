"""A network of namespaces: a hub, and a link of its own for each other."""

import subprocess

# The name that a device has for its link.
UPLINK = "uplink"


def ip(*words):
    subprocess.run(["ip", *words], check=True, stdin=subprocess.DEVNULL)


class Network:
    """Each link is 10.77.N.0/24: the hub is 1, the other end 2."""

    # The ways in which a link is lost: noticed by both ends, by one, or by nobody.
    CUTS = ["down", "silent", "deaf", "mute", "unreachable"]

    def __init__(self, names):
        self.names = names
        for name in ["hub", *names]:
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        for name in names:
            ends = ["type", "veth", "peer", "name", UPLINK, "netns", name]
            ip("-n", "hub", "link", "add", self.link("hub", name), *ends)
            for namespace, address in (("hub", 1), (name, 2)):
                link = self.link(namespace, name)
                ip("-n", namespace, "link", "set", link, "address", self.mac(name, address))
                ip("-n", namespace, "link", "set", link, "up")
                ip("-n", namespace, "addr", "add", self.host(name, address) + "/24", "dev", link)

    def number(self, name):
        return self.names.index(name) + 1

    def link(self, namespace, name):
        """What the link of a name is called at one of its ends."""
        return f"to-{name}" if namespace == "hub" else UPLINK

    def host(self, name, address):
        return f"10.77.{self.number(name)}.{address}"

    def mac(self, name, address):
        return f"02:00:00:00:{self.number(name):02x}:{address:02x}"

    def neighbour(self, namespace, name, address, mac):
        """Has one end send to an address of the other's; a false one is nobody's: all is lost."""
        words = ["lladdr", mac, "dev", self.link(namespace, name), "nud", "permanent"]
        ip("-n", namespace, "neigh", "replace", self.host(name, address), *words)

    def cut(self, name, kind):
        nobody = "02:00:00:00:ff:ff"
        if kind == "down":
            ip("-n", "hub", "link", "set", self.link("hub", name), "down")
        if kind in ("silent", "deaf"):
            self.neighbour("hub", name, 2, nobody)
        if kind in ("silent", "mute"):
            self.neighbour(name, name, 1, nobody)
        if kind == "unreachable":
            ip("-n", name, "route", "replace", "unreachable", self.host(name, 1))

    def heal(self, name, kind):
        if kind == "down":
            ip("-n", "hub", "link", "set", self.link("hub", name), "up")
        if kind in ("silent", "deaf"):
            self.neighbour("hub", name, 2, self.mac(name, 2))
        if kind in ("silent", "mute"):
            self.neighbour(name, name, 1, self.mac(name, 1))
        if kind == "unreachable":
            ip("-n", name, "route", "del", "unreachable", self.host(name, 1))

    def close(self):
        for name in [*self.names, "hub"]:
            ip("netns", "del", name)
