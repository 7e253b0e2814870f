import NavigationClient
import NavigationSync
import NavigationWire

/// One connection on control: a reliable stream in each direction, until it is not.
struct Connection {
    let device: Int
    /// The place of the node that it leads to.
    let node: Int
    /// The authenticated principal, as the transport reports it.
    let principal: Principal
    /// The start of the daemon that it leads to.
    let incarnation: UInt64
    /// A Boolean value indicating whether frames sent to the daemon still arrive: they may outlive
    /// the device's process.
    var carriesUp = true
    /// A Boolean value indicating whether the daemon can still reach the device.
    var carriesDown = true
    /// The time at which the last frame of each direction arrives: streams keep their order.
    var lastUp = Duration.zero
    var lastDown = Duration.zero
}

typealias SubscriptionID = UInt64

/// A device's subscription to a topic of the feed.
struct Subscription {
    let id: SubscriptionID
    let topic: Topic
    /// The place of the node that publishes there.
    let node: Int
    /// A Boolean value indicating whether the daemon has it: from then on messages flow.
    var isEstablished = false
    var lastArrival = Duration.zero
}

/// The network between a device and the daemon, with all that is wrong with it at the moment.
struct Link {
    /// A Boolean value indicating whether the daemon is reachable at all.
    var isReachable = true
    var connection: ConnectionID?
    var attempt: UInt64 = 0
    /// The endpoints of a fleet's nodes, as the device tries them; `nil` for one daemon.
    var rotation: EndpointRotation?
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
    /// The delay of the feed's next message.
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

    /// Returns a Boolean value indicating whether control works as it should.
    func isSound(at now: Duration) -> Bool {
        isReachable && connection != nil && upLostUntil <= now && downLostUntil <= now
            && slowUntil <= now
    }
}
