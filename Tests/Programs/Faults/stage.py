"""A round of a campaign: its place, its dice, and what came of it."""

import contextlib
import faulthandler
import shutil
import time

from fleet import Fleet
from programs import Programs


class Stage:
    """Where a campaign runs for a number of faults, or until it is time."""

    # Changes that may be acknowledged between two faults.
    CHANGES = 120
    # Seconds that a fault may take with its comparison, far beyond the sum of what is waited for in it: what
    # hangs is shown by the stacks of all threads, and ends with the process and its namespaces.
    LIMIT = 300

    def __init__(self, name, options, place, dice, end):
        self.name = name
        self.programs = Programs(options.programs, options.device, place)
        self.place, self.dice, self.weakened = place, dice, options.weakened
        self.limit, self.end = options.faults, end
        self.faults = 0
        self.differences = []
        # What the programs themselves noticed, by its name.
        self.noticed = {}
        self.fleet = None
        self.resources = contextlib.ExitStack()

    def limit_time(self):
        """Ends the process if what begins now has not ended, or begun anew, in time."""
        faulthandler.dump_traceback_later(self.LIMIT, exit=True)

    def closing(self, resource):
        """Returns what is to be closed at the end, after the fleet."""
        return self.resources.enter_context(contextlib.closing(resource))

    def fleet_with(self, **places):
        """A fleet that is set up."""
        self.fleet = self.closing(Fleet(self.programs, **places))
        self.fleet.set_up()
        return self.fleet

    def each(self, are_independent=False):
        """The faults, one by one, until it is time; until something was lost, unless each begins with
        the same."""
        while self.faults < self.limit and time.monotonic() < self.end:
            if self.differences and not are_independent:
                break
            self.faults += 1
            self.limit_time()
            yield self.faults

    def until_some_are_acknowledged(self):
        """Lets the devices go on for some changes, or for a moment."""
        if self.dice.random() < 0.2:
            time.sleep(self.dice.uniform(0.005, 0.2))
        else:
            self.fleet.ledger.wait(self.dice.randrange(self.CHANGES), 5)
            time.sleep(self.dice.uniform(0, 0.004))

    def note(self, word):
        self.noticed[word] = self.noticed.get(word, 0) + 1

    def differ(self, differences):
        self.differences += [f"fault {self.faults}: {each}" for each in differences]

    def keep(self, directory):
        """Keeps what is there to be looked at."""
        shutil.rmtree(directory, ignore_errors=True)
        ignore = shutil.ignore_patterns("disk", "*.sock", "*.image")
        shutil.copytree(self.place, directory, symlinks=True, ignore=ignore)

    @property
    def acknowledged(self):
        return self.fleet.ledger.acknowledged if self.fleet else 0
