import NavigationSync
import NavigationWire

/// One connection on control: a reliable stream in each direction, until it is not.
struct Connection {
    let device: Int
    /// Who is behind it, as the transport tells.
    let principal: Principal
    /// Which start of the daemon it leads to.
    let incarnation: UInt64
    /// Whether what was sent to the daemon still gets there: it may outlive the device's end.
    var carriesUp = true
    /// Whether the daemon can still reach the device.
    var carriesDown = true
    /// When the last frame of each direction arrives: streams keep their order.
    var lastUp = Duration.zero
    var lastDown = Duration.zero
}

typealias ConnectionID = UInt64
typealias SubscriptionID = UInt64

/// What a device follows on the feed.
struct Subscription {
    let id: SubscriptionID
    let topic: Topic
    /// Whether the daemon has it: from then on messages flow.
    var isEstablished = false
    var lastArrival = Duration.zero
}

/// The way between a device and the daemon, with all that is wrong with it at the moment.
struct Link {
    /// Whether there is a way at all.
    var isReachable = true
    var connection: ConnectionID?
    var attempt: UInt64 = 0
    var subscription: Subscription?

    /// Half-open: until then what is sent in one direction gets lost without a word.
    var upLostUntil = Duration.zero
    var downLostUntil = Duration.zero
    /// Until then every frame takes this much longer.
    var slowUntil = Duration.zero
    var slowness = Duration.zero

    /// Messages of the feed that get lost next: a full queue loses them in bursts.
    var feedLossesToCome = 0
    /// Messages of the feed that come twice.
    var feedRepeatsToCome = 0
    /// How late the next message of the feed is.
    var feedDelayToCome: Duration?
    var feedQuietUntil = Duration.zero
    var feedLossPercent = 0

    /// Takes all faults away.
    mutating func mend() {
        isReachable = true
        upLostUntil = .zero
        downLostUntil = .zero
        slowUntil = .zero
        feedLossesToCome = 0
        feedRepeatsToCome = 0
        feedDelayToCome = nil
        feedQuietUntil = .zero
        feedLossPercent = 0
    }

    /// Whether control works as it should.
    func isSound(at now: Duration) -> Bool {
        isReachable && connection != nil && upLostUntil <= now && downLostUntil <= now
            && slowUntil <= now
    }
}
