"""The oracle itself: planted losses, each of which it has to find."""

import copy
import unittest

import oracle
from ledger import Ledger


def commit(revision, author, sequence, **operation):
    operation = {"outcome": "applied", **operation}
    return {
        "revision": revision, "author": author, "sequence": sequence, "operations": [operation]
    }  # fmt: skip


class OracleTests(unittest.TestCase):
    def setUp(self):
        self.ledger = Ledger()
        for tag, kind, sequence in [("a", "push", 1), ("b", "add", 2), ("c", "refused", 3)]:
            kept = {"tag": tag, "kind": kind, "sequence": sequence}
            self.ledger.note("phone", {"kept": kept})
        for tag, sequence, revision in [("a", 1, 1), ("b", 2, 2)]:
            told = {"tag": tag, "sequence": sequence, "revision": revision, "outcome": "applied"}
            self.ledger.note("phone", {"told": told})
        self.ledger.note("phone", {"refused": {"tag": "c", "message": "at another revision"}})
        self.ledger.note("phone", {"kept": {"tag": "d", "kind": "add", "sequence": 4}})
        self.commits = [
            commit(1, "phone", 1, kind="push", route="a", screen="s1"),
            commit(2, "phone", 2, kind="addToBadge", count=1),
            commit(3, "phone", 4, kind="addToBadge", count=1),
        ]
        self.scene = {
            "tabs": [
                {"id": "count", "badge": "2", "stack": []},
                {"id": "stack", "badge": None, "stack": [{"route": "a"}]},
            ]
        }

    def differences(self):
        return oracle.compare(self.ledger, self.commits, self.scene)

    def test_accepts_what_was_acknowledged(self):
        self.assertEqual(self.differences(), [])

    def test_finds_an_acknowledged_change_that_is_gone(self):
        del self.commits[1]
        self.assertTrue(any("was acknowledged" in each for each in self.differences()))

    def test_finds_a_change_at_another_revision(self):
        self.commits[0]["revision"], self.commits[1]["revision"] = 2, 1
        self.assertTrue(any("was acknowledged" in each for each in self.differences()))

    def test_finds_a_change_that_is_there_twice(self):
        self.commits.append({**copy.deepcopy(self.commits[2]), "revision": 4})
        self.assertTrue(any("more than once" in each for each in self.differences()))

    def test_finds_a_hole(self):
        self.commits[2]["revision"] = 4
        self.assertTrue(any("once and in order" in each for each in self.differences()))

    def test_finds_what_was_refused(self):
        self.commits.append(commit(4, "phone", 3, kind="addToBadge", count=1))
        self.assertTrue(any("was refused" in each for each in self.differences()))

    def test_finds_a_kept_change_that_never_came(self):
        del self.commits[2]
        self.assertTrue(any("was kept" in each for each in self.differences()))

    def test_finds_another_scene(self):
        self.scene["tabs"][0]["badge"] = "1"
        self.scene["tabs"][1]["stack"] = []
        self.assertEqual(len(self.differences()), 2)


if __name__ == "__main__":
    unittest.main()
