package import Reactor
package import ZeroMQ

/// The deadline for events that should come at once, on a slow machine under a sanitizer.
package let timeout = Duration.seconds(60)

/// A thread for tests that wait for sockets: blocking there holds up no other test.
package actor Stage {
    private nonisolated let reactor: Reactor

    package init(on reactor: Reactor) {
        self.reactor = reactor
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    package func perform<Result: Sendable>(
        _ body: @Sendable (Context) throws -> Result, in context: Context
    ) rethrows -> Result {
        try body(context)
    }
}

/// Runs `body` on a thread of its own with a context, which has to end in time when its sockets are
/// closed.
package func onStage<Result: Sendable>(
    _ body: @Sendable (Context) throws -> Result
) async throws -> Result {
    let context = try Context()
    let reactor = try Reactor(name: "stage")
    defer { reactor.shutdown() }
    let result = try await Stage(on: reactor).perform(body, in: context)
    try await context.terminate(within: timeout)
    return result
}

/// An expected event that did not come.
package struct TimedOut: Error {
    package init() {}
}

extension Socket {
    /// The next message, waited for.
    package func next() throws -> [[UInt8]] {
        guard try wait(for: .readable, within: timeout).contains(.readable),
            let message = try receiveMultipart(limit: .init(frames: 64, bytes: 1 << 28))
        else { throw TimedOut() }
        return message.frames
    }

    /// The next frame, waited for, as libzmq has it.
    package func nextFrame() throws -> Message {
        guard try wait(for: .readable, within: timeout).contains(.readable),
            let message = try receive()
        else { throw TimedOut() }
        return message
    }

    /// The next message of a ROUTER, waited for.
    package func nextRouted() throws -> RoutedMessage {
        guard try wait(for: .readable, within: timeout).contains(.readable),
            let message = try receiveRouted()
        else { throw TimedOut() }
        return message
    }

    /// Sends when there is room.
    package func post(_ frames: [[UInt8]]) throws {
        while try sendMultipart(frames) != .sent {
            guard try !wait(for: .writable, within: timeout).isEmpty else { throw TimedOut() }
        }
    }
}

extension Monitor {
    /// The next event that `isWanted`, waited for; those before it are dropped.
    package func next(_ isWanted: (MonitorEvent.Kind) -> Bool) throws -> MonitorEvent {
        while try !socket.wait(for: .readable, within: timeout).isEmpty {
            while let event = try receive() {
                if isWanted(event.kind) { return event }
            }
        }
        throw TimedOut()
    }
}

extension Optional where Wrapped: ~Copyable {
    /// A Boolean value indicating whether there is no value; for types that can't be compared to
    /// `nil` in an expectation.
    package var isNone: Bool {
        borrowing get {
            switch self {
            case .none: true
            case .some: false
            }
        }
    }
}
