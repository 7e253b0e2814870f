import NavigationModel
import SeededRandom

/// The faults.
extension ScheduleGenerator {
    mutating func drawFault(at time: Duration) {
        if generator.oneIn(3) { drawDaemonFault(at: time) } else { drawDeviceFault(at: time) }
    }

    mutating func drawDeviceFault(at time: Duration) {
        let name = device()
        let some = Duration.seconds(1 + generator.below(20))
        let few = 1 + generator.below(4)
        var isDown = false
        let event: Happening.DeviceEvent
        switch generator.below(22) {
        case 0: event = .losesConnection
        case 1: event = .requestsGetLost(some)
        case 2: event = .repliesGetLost(some)
        case 3: event = .isSlow(by: .milliseconds(200 * few), during: some)
        case 4: event = .losesFeedMessages(few)
        case 5: event = .losesFeedMessages(10 * few)
        case 6: event = .getsFeedMessagesTwice(few)
        case 7: event = .getsFeedMessageLate(.milliseconds(100 * few))
        case 8: event = .feedIsQuiet(some + some)
        case 9: event = .feedIsLossy(percent: 10 * few)
        case 10: (event, isDown) = (.crashes, true)
        case 11: (event, isDown) = (.crashesAtWrite(few, .before), true)
        case 12: (event, isDown) = (.crashesAtWrite(few, .after), true)
        case 13: (event, isDown) = (.losesPower, true)
        case 14: (event, isDown) = (.reboots, true)
        case 15: event = .sleeps(some)
        case 16: event = .wallClockIsOff(by: .seconds(generator.oneIn(2) ? 31_536_000 : -86_400))
        case 17: event = .clockGoesBack(by: some)
        case 18: event = .clockDrifts(Int64(generator.below(20_000)) - 10_000)
        case 19, 20:
            add(.device(name, .isBackedUp), at: time)
            return add(.device(name, .isRestored), at: time + some)
        default: event = .isDamaged
        }
        add(.device(name, event), at: time)
        if isDown { add(.device(name, .starts), at: time + some) }
    }

    private mutating func drawDaemonFault(at time: Duration) {
        let some = Duration.seconds(1 + generator.below(15))
        switch generator.below(17) {
        case 15: add(.daemon(.isTakenOver), at: time)
        case 13, 14:
            add(.daemon(.isBackedUp), at: time)
            add(.daemon(.isRestored), at: time + some)
        case 0, 1: add(.daemon(.crashes), at: time)
        case 2, 3, 4, 5:
            let point = generator.pick(DaemonCrashPoint.allCases) ?? .after
            add(.daemon(.crashesAtWrite(point)), at: time)
        case 6: add(.daemon(.losesPower), at: time)
        case 7: add(.daemon(.sleeps(some)), at: time)
        case 8:
            add(.daemon(.diskIsFull), at: time)
            add(.daemon(.diskHasRoom), at: time + some)
        case 9: add(.daemon(.nextWriteIsUnknown(isWritten: generator.oneIn(2))), at: time)
        case 10: add(.daemon(.failsToRead(1 + generator.below(3))), at: time)
        case 11: add(.daemon(.diskIsSlow(.milliseconds(10 + generator.below(200)))), at: time)
        case 12: drawDaemonClock(at: time)
        default: add(.daemon(.getsGarbage(generator.next())), at: time)
        }
        // Whatever it was: somebody starts it again.
        add(.daemon(.starts), at: time + some + .milliseconds(500))
    }

    /// Pairings and revocations, in some runs. Drawn apart from all else.
    mutating func drawAccess() {
        guard generator.oneIn(3) else { return }
        for _ in 0..<(1 + generator.below(4)) {
            let (name, time) = (device(), between(.zero, .seconds(60)))
            let soon = time + .milliseconds(generator.below(3_000))
            switch generator.below(6) {
            case 0, 1: add(.device(name, .isInvited), at: time)
            case 2:
                let other = device()
                add(.device(name, .isInvited), at: time)
                addRestart(at: time + .milliseconds(1_000))
                add(.device(other, .isRevoked), at: time + .milliseconds(2_000))
                add(.device(other, .takesInvitation(of: name)), at: time + .milliseconds(2_500))
            case 3:
                // A local device can't be one that may only look.
                add(.device(name, .isInvited), at: time)
                add(.device(name, .mayOnlyLook), at: time + .seconds(2))
                addRestart(at: time + .milliseconds(2_500))
                act(name, .push("look", onto: "inbox"), at: time + .seconds(5))
                add(
                    .device(name, .mayDoEverything),
                    at: time + .seconds(7 + generator.below(20)))
            case 4:
                add(.device(name, .isInvited), at: time)
                add(.device(name, .isRevoked), at: soon)
            default:
                add(.device(name, .isRevoked), at: time)
                addRestart(at: time + .milliseconds(500))
            }
        }
    }

    /// In some cases the daemon forgets what it has in memory only.
    private mutating func addRestart(at time: Duration) {
        guard generator.oneIn(2) else { return }
        add(.daemon(.crashes), at: time)
        add(.daemon(.starts), at: time + .milliseconds(300))
    }

    /// Commands that people and scripts run beside the apps, alone and in bursts.
    mutating func drawCommands() {
        for _ in 0..<(1 + generator.below(6)) {
            let (name, time) = (device(), between(.zero, length))
            for number in 0..<(generator.oneIn(3) ? 4 : 1) {
                let moment = between(time, time + .milliseconds(1 + 700 * number))
                add(.command(name, anything(), connects: !generator.oneIn(3)), at: moment)
            }
            if generator.oneIn(2) {
                act(name, anything(), at: between(time, time + .milliseconds(50)))
            }
        }
        // Behind it nobody does anything that would take it along.
        let last = length + .seconds(40)
        add(.command(device(), .addToBadge(1, of: "inbox"), connects: false), at: last)
    }

    /// A device never hears what became of a change, gets a snapshot that has it, and starts anew.
    mutating func drawLostOutcome(at time: Duration) {
        let name = device()
        let later = time + .seconds(3)
        add(.device(name, .repliesGetLost(.seconds(2))), at: time)
        add(.device(name, .losesFeedMessages(20)), at: time)
        act(name, .addToBadge(1, of: "inbox"), at: time)
        add(.device(name, .goesOffline), at: time + .milliseconds(300))
        for number in 0..<45 {
            act(device(), .addToBadge(10, of: "inbox"), at: time + .milliseconds(400 + 20 * number))
        }
        add(.daemon(.crashes), at: time + .seconds(2))
        add(.daemon(.starts), at: time + .milliseconds(2_100))
        add(.device(name, .isSlow(by: .milliseconds(700), during: .seconds(8))), at: later)
        add(.device(name, .comesOnline), at: later)
        add(.device(name, .crashes), at: later + .seconds(4))
        add(.device(name, .starts), at: later + .milliseconds(4_100))
    }

    /// The disk is slow, everybody does so much that the batch takes no more of it, and a write fails.
    mutating func drawFullShares(at time: Duration) {
        add(.daemon(.diskIsSlow(.milliseconds(400))), at: time)
        for name in devices {
            for number in 0..<12 {
                let moment = time + .milliseconds(10 * number)
                act(
                    name, .addToBadge(1, of: "inbox"),
                    at: between(moment, moment + .milliseconds(9)))
            }
        }
        let failure = generator.pick([
            Happening.DaemonEvent.nextWriteFails, .nextWriteIsUnknown(isWritten: true),
            .nextWriteIsUnknown(isWritten: false),
        ])
        let moment = between(time, time + .milliseconds(900))
        add(.daemon(failure ?? .nextWriteFails), at: moment)
        add(.daemon(.diskIsSlow(DaemonDisk.usualLatency)), at: time + .seconds(2))
    }

    /// For a while the daemon of another store is where the own one was; some devices begin with that, some
    /// have something for their own.
    mutating func drawOtherStore(at time: Duration) {
        let end = time + .seconds(2 + generator.below(20))
        for name in devices {
            if generator.oneIn(2) {
                add(.device(name, .goesOffline), at: between(max(.zero, time - .seconds(2)), time))
                act(name, anything(), at: time)
                add(.device(name, .comesOnline), at: between(time, end))
            }
            if generator.oneIn(2) {
                let moment = between(time, end)
                add(.device(name, .crashes), at: moment)
                add(.device(name, .starts), at: moment + .milliseconds(300))
            }
            act(name, anything(), at: between(time, end))
        }
        add(.daemon(.servesOtherStore), at: time)
        add(.daemon(.servesOwnStore), at: end)
    }

    private mutating func drawDaemonClock(at time: Duration) {
        if generator.oneIn(2) {
            add(.daemon(.crashes), at: time)
            add(.daemon(.clockStandsAt1970), at: time)
        } else {
            add(.daemon(.clockIsOff(by: .seconds(31_536_000))), at: time)
        }
        add(.daemon(.clockIsRight), at: between(time, time + .seconds(20)))
    }
}
