import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom

/// Control: streams between the devices and the daemon. The feed: what is published, with losses.
extension Simulation {
    // MARK: Connections

    /// Plans the next try, unless the device is connected.
    mutating func planConnecting(_ index: Int, after wait: Duration) {
        devices[index].link.attempt += 1
        let attempt = devices[index].link.attempt
        queue.add(.connecting(device: index, attempt: attempt), at: now + wait)
    }

    mutating func connect(_ index: Int, _ attempt: UInt64) {
        let device = devices[index]
        guard device.process != nil, device.link.connection == nil,
            device.link.attempt == attempt
        else { return }
        guard dial(index), device.link.isReachable, daemon.core != nil,
            device.sleepsUntil <= now
        else { return planConnecting(index, after: chance(.milliseconds(50), .seconds(1))) }
        lastConnection += 1
        let id = ConnectionID(rawValue: lastConnection)
        connections[id] = Connection(
            device: index, node: turn, principal: device.machine.principal,
            incarnation: daemon.incarnation)
        devices[index].link.connection = id
        devices[index].tally.connections += 1
        trouble(index)
        note("\(device.inTrace) connects, number \(lastConnection)")
        askToPair(index)
        renumberUnasked(index)
        stepDevice(
            index, [outbox(of: index), .oldestBase(oldestBase(of: index)), .connected])
    }

    /// Ends the device's connection. What it sent may still arrive; what was sent to it does not.
    mutating func disconnect(_ index: Int, telling: Bool) {
        guard let id = devices[index].link.connection else { return }
        devices[index].link.connection = nil
        devices[index].errand = nil
        connections[id]?.carriesDown = false
        if !isSteady, network.oneIn(2) { connections[id]?.carriesUp = false }
        trouble(index)
        note("\(devices[index].inTrace) loses connection \(id.rawValue)")
        if telling { stepDevice(index, [.disconnected]) }
        planConnecting(index, after: chance(.milliseconds(50), .milliseconds(800)))
    }

    mutating func learnOfBreak(_ id: ConnectionID) {
        guard let index = connections[id]?.device, devices[index].link.connection == id else {
            return
        }
        disconnect(index, telling: true)
    }

    /// The daemon drops all connections of a principal.
    mutating func cut(_ principal: Principal) {
        for index in devices.indices where devices[index].machine.principal == principal {
            note("daemon cuts \(devices[index].name)")
            unsubscribe(index)
            guard let id = devices[index].link.connection else { continue }
            connections[id]?.carriesUp = false
            queue.add(.broken(id), at: now + chance(.milliseconds(1), .milliseconds(20)))
        }
    }

    // MARK: Control

    private mutating func latency(_ index: Int) -> Duration {
        let link = devices[index].link
        return chance(.microseconds(100), .milliseconds(network.oneIn(8) ? 60 : 4))
            + (link.slowUntil > now ? link.slowness : .zero)
    }

    mutating func send(_ request: Request, from index: Int) {
        let link = devices[index].link
        guard let id = link.connection, let connection = connections[id] else { return }
        note("\(devices[index].inTrace) → \(request.inTrace)")
        switch request.call {
        case .submit(let submit):
            noteClaim(submit, of: index)
            checkAge(of: submit, from: index)
        case .sync: devices[index].tally.syncs += 1
        default: break
        }
        noteQuestion(request, on: id, about: devices[index].key)
        guard link.upLostUntil <= now else { return note("  which gets lost") }
        let due = max(connection.lastUp, now + latency(index))
        connections[id]?.lastUp = due
        queue.add(.request(id, request.encoded), at: due)
    }

    mutating func arrive(_ bytes: [UInt8], on id: ConnectionID) {
        guard let connection = connections[id], connection.carriesUp else { return }
        turn = connection.node
        guard daemon.core != nil, connection.incarnation == daemon.incarnation else { return }
        guard daemon.sleepsUntil <= now else {
            return queue.add(.request(id, bytes), at: daemon.sleepsUntil)
        }
        guard mayAnswer else {
            note("a node without its lease sends a device on")
            return stepDaemon(.requestWithoutLease(bytes, from: Peer(id, connection.principal)))
        }
        tap.lastRequest = (bytes, id)
        checkHome(bytes, on: id)
        noteArrival(of: bytes)
        stepDaemon(.request(bytes, from: Peer(id, connection.principal)))
    }

    /// Sends a reply; returns the peer if it is known to be gone.
    mutating func answer(_ reply: Reply, to peer: Peer) -> Peer? {
        if case .welcome(let welcome) = reply.result { learn(welcome) }
        guard peer.isDevice else {
            if peer == .administrator {
                hearAsAdministrator(reply)
            } else if let index = peer.pairing {
                hearPairing(reply, of: index)
            } else {
                checkAnswerToGarbage(reply)
            }
            return nil
        }
        let id = peer.connection
        guard let connection = connections[id] else { return peer }
        let device = devices[connection.device]
        note("daemon → \(device.inTrace) \(reply.inTrace)")
        check(reply, to: device)
        checkAge(of: reply, on: id, about: device.key)
        guard connection.carriesDown else { return peer }
        guard device.link.downLostUntil <= now else {
            note("  which gets lost")
            return nil
        }
        let due = max(connection.lastDown, now + latency(connection.device))
        connections[id]?.lastDown = due
        queue.add(.reply(id, tapped(reply, to: connection.device).encoded), at: due)
        return nil
    }

    mutating func deliver(_ bytes: [UInt8], on id: ConnectionID) {
        guard let connection = connections[id], connection.carriesDown,
            devices[connection.device].link.connection == id
        else { return }
        let index = connection.device
        guard devices[index].sleepsUntil <= now else {
            return queue.add(.reply(id, bytes), at: devices[index].sleepsUntil)
        }
        guard !hearErrand(bytes, index), !redirect(bytes, index) else { return }
        stepDevice(index, [.reply(bytes)])
    }

    // MARK: The feed

    mutating func follow(_ topic: Topic, _ index: Int) {
        unsubscribe(index)
        lastSubscription += 1
        let node = devices[index].link.connection.flatMap { connections[$0]?.node } ?? turn
        devices[index].link.subscription = Subscription(
            id: lastSubscription, topic: topic, node: node)
        resubscribe(index, after: chance(.microseconds(100), .milliseconds(10)))
    }

    mutating func resubscribe(_ index: Int, after wait: Duration) {
        guard let id = devices[index].link.subscription?.id else { return }
        queue.add(.subscription(device: index, id), at: now + wait)
    }

    mutating func subscribe(_ index: Int, _ id: SubscriptionID) {
        let link = devices[index].link
        guard let subscription = link.subscription, subscription.id == id else { return }
        turn = subscription.node
        // It is made again when there is a way again.
        guard link.isReachable, daemon.core != nil else { return }
        guard daemon.sleepsUntil <= now else {
            return queue.add(.subscription(device: index, id), at: daemon.sleepsUntil)
        }
        devices[index].link.subscription?.isEstablished = true
        note("\(devices[index].name) subscribes, number \(id)")
        let topic = subscription.topic.bytes
        guard mayAnswer else { return stepDaemon(.subscribed(topic, by: nil)) }
        let principal = devices[index].machine.principal
        // A key is judged first, and cut instead if it has no access.
        if case .local = principal {
            unansweredTopics[topic] = (turn, now)
        }
        guard !bugs(.ignoresSubscriptions) else { return }
        stepDaemon(.subscribed(topic, by: principal))
    }

    /// Ends the subscription of a device, if its node has it.
    mutating func unsubscribe(_ index: Int) {
        guard let subscription = devices[index].link.subscription, subscription.isEstablished else {
            return
        }
        devices[index].link.subscription?.isEstablished = false
        queue.add(
            .unsubscription(subscription.topic, node: subscription.node),
            at: now + .microseconds(100))
    }

    /// Tells a node that nobody subscribes to a topic any more, if that is so.
    mutating func noteUnsubscription(from topic: Topic, at node: Int) {
        turn = node
        guard daemon.core != nil else { return }
        guard daemon.sleepsUntil <= now else {
            return queue.add(.unsubscription(topic, node: node), at: daemon.sleepsUntil)
        }
        let isLast = !devices.contains { device in
            guard let subscription = device.link.subscription else { return false }
            return subscription.isEstablished && subscription.topic == topic
                && subscription.node == node
        }
        if isLast || bugs(.forgetsSubscribers) { stepDaemon(.unsubscribed(topic.bytes)) }
    }

    mutating func publish(_ frame: [UInt8], on topic: [UInt8]) {
        guard let publication = opened(frame, on: topic), !swallows(publication) else { return }
        note("daemon publishes \(publication.inTrace)")
        unansweredTopics[topic] = nil
        if let key = key(of: topic) { check(publication, about: key) }
        for index in devices.indices {
            guard let subscription = devices[index].link.subscription,
                subscription.isEstablished, subscription.topic.bytes == topic
            else { continue }
            for inbound in inboundRequests(of: publication, at: index) {
                let bytes = tapped(frame, publication, on: topic, to: index)
                queue.add(.feed(device: index, subscription.id, bytes), at: inbound)
            }
        }
    }

    /// Returns the times when the message comes to the device: never, once, or twice.
    private mutating func inboundRequests(of publication: FeedFrame, at index: Int) -> [Duration] {
        let name = devices[index].name
        let link = devices[index].link
        guard link.isReachable else { return [] }
        if link.feedLossesToCome > 0 {
            devices[index].link.feedLossesToCome -= 1
            note("  which \(name) loses")
            return []
        }
        if link.feedQuietUntil > now || network.below(100) < link.feedLossPercent {
            note("  which \(name) loses")
            return []
        }
        let last = link.subscription?.lastArrival ?? .zero
        let due = max(last, now + latency(index))
        if let delay = link.feedDelayToCome {
            devices[index].link.feedDelayToCome = nil
            note("  which comes to \(name) late")
            return [due + delay]
        }
        devices[index].link.subscription?.lastArrival = due
        if link.feedRepeatsToCome > 0 {
            devices[index].link.feedRepeatsToCome -= 1
            note("  which \(name) gets twice")
            return [due, due + chance(.zero, .seconds(2))]
        }
        return [due]
    }

    mutating func deliverFeed(_ bytes: [UInt8], _ id: SubscriptionID, to index: Int) {
        let device = devices[index]
        guard device.link.subscription?.id == id, device.process != nil else { return }
        guard device.sleepsUntil <= now else {
            // What a sleeper does not read fills its queue.
            if !isSteady, network.oneIn(2) { return }
            return queue.add(.feed(device: index, id, bytes), at: device.sleepsUntil)
        }
        stepDevice(index, [.feed(bytes)])
    }

    private func key(of topic: [UInt8]) -> SceneKey? {
        devices.first { $0.link.subscription?.topic.bytes == topic }?.key
    }
}
