@testable import NavigationClient
import NavigationTransport
import Testing

/// The order in which a device tries the nodes of a fleet.
@Suite("The endpoints of a fleet, in their order")
struct EndpointRotationTests {
    private static func candidates(_ names: String...) throws -> [EndpointCandidate] {
        try names.map { name in
            EndpointCandidate(try ControlEndpoint("tcp://\(name):7311"), .pairing)
        }
    }

    /// Returns the endpoints that fail one after the other, as many as are asked for.
    private static func tried(_ count: Int, _ rotation: EndpointRotation) -> [String] {
        var rotation = rotation
        return (0..<count).map { _ in
            defer { rotation.advance() }
            return "\(rotation.current.endpoint)"
        }
    }

    @Test("The node that was named comes first, once, and the others keep their order")
    func prefer() throws {
        var rotation = EndpointRotation(try Self.candidates("a", "b", "c"))
        rotation.advance()
        _ = rotation.redirect(to: try Self.candidates("c", "d"))
        let names = try Self.candidates("c", "d", "a", "b").map { "\($0.endpoint)" }
        #expect(Self.tried(5, rotation) == names + names.prefix(1))
    }

    @Test("A node that is named begins a round of its own: failures before do not count")
    func rounds() throws {
        var rotation = EndpointRotation(try Self.candidates("a", "b"))
        #expect(rotation.fail(.unreachable("a")).report == nil)
        _ = rotation.redirect(to: try Self.candidates("c"))
        #expect(rotation.fail(.unreachable("c")).report == nil)
        #expect(rotation.fail(.unreachable("a")).report == nil)
        #expect(rotation.fail(.unreachable("b")).report != nil)
    }

    @Test("Further nodes come last, none twice, and the present one stays")
    func add() throws {
        var rotation = EndpointRotation(try Self.candidates("a", "b"))
        rotation.advance()
        rotation.add(try Self.candidates("b", "c", "a", "d"))
        let names = try Self.candidates("b", "c", "d", "a").map { "\($0.endpoint)" }
        #expect(Self.tried(4, rotation) == names)
    }

    @Test("No more nodes than the maximum are tried, and the owner that is named is one of them")
    func maximum() throws {
        let most = EndpointRotation.maximum
        var rotation = EndpointRotation(try Self.candidates("a"))
        let many = try (0..<most * 2).map { try Self.candidates("n\($0)") }.flatMap { $0 }
        rotation.add(many)
        #expect(Set(Self.tried(most * 3, rotation)).count == most)
        _ = rotation.redirect(to: try Self.candidates("owner"))
        let all = Self.tried(most * 3, rotation)
        #expect(Set(all).count == most)
        #expect(all.first == "\(try Self.candidates("owner")[0].endpoint)")
    }

    @Test("A device goes at once to the node that is named, and waits before the next one that is")
    func follow() throws {
        var rotation = EndpointRotation(try Self.candidates("a"))
        #expect(rotation.redirect(to: try Self.candidates("b")) == .zero)
        #expect("\(rotation.current.endpoint)" == "\(try Self.candidates("b")[0].endpoint)")
        let pause = EndpointRotation.redirectionPause
        #expect(rotation.redirect(to: try Self.candidates("c")) == pause)
        // Nobody serves the user at this moment, and no node is named.
        #expect(rotation.redirect(to: []) == pause)
        #expect("\(rotation.current.endpoint)" == "\(try Self.candidates("c")[0].endpoint)")
        rotation.settle()
        #expect(rotation.redirect(to: try Self.candidates("a")) == .zero)
    }

    @Test("A node that is silent is asked again by and by, and at once after a reply of another")
    func silent() throws {
        let stopped = try Self.candidates("a")
        var rotation = EndpointRotation(try Self.candidates("a", "b"))
        rotation.abandon()
        let other = "\(try Self.candidates("b")[0].endpoint)"
        #expect("\(rotation.current.endpoint)" == other)
        // The other one names it, as long as its lease lasts.
        for _ in 1..<EndpointRotation.redirectionsToFailed {
            #expect(rotation.redirect(to: stopped) == EndpointRotation.redirectionPause)
            #expect("\(rotation.current.endpoint)" == other)
        }
        _ = rotation.redirect(to: stopped)
        #expect(rotation.current.endpoint == stopped[0].endpoint)
        rotation.abandon()
        rotation.settle()
        #expect(rotation.redirect(to: stopped) == .zero)
        #expect(rotation.current.endpoint == stopped[0].endpoint)
    }

    @Test("A node that has failed gets less time than another at first, and more each time")
    func failedBriefly() throws {
        var rotation = EndpointRotation(try Self.candidates("a", "b"))
        let usual = try #require(rotation.timeout)
        rotation.abandon()
        #expect(rotation.timeout == usual)
        var timeouts: [Duration] = []
        for _ in 0..<8 {
            for _ in 0..<EndpointRotation.redirectionsToFailed {
                _ = rotation.redirect(to: try Self.candidates("a"))
            }
            timeouts.append(try #require(rotation.timeout))
            rotation.advance()
            #expect(rotation.timeout == usual)
        }
        #expect(timeouts[0] == EndpointRotation.shortestTimeoutOfFailed && timeouts[0] < usual)
        #expect(timeouts[1] == timeouts[0] * 2 && timeouts[2] == timeouts[0] * 4)
        #expect(timeouts.last == EndpointRotation.longestTimeout)
        rotation.settle()
        #expect(rotation.timeout == usual)
    }

    @Test("The pauses of a device whose user no node serves for long grow up to their maximum")
    func unserved() throws {
        var rotation = EndpointRotation(try Self.candidates("a", "b"))
        let names = ["a", "b"]
        let pauses = try (0..<500).map { rotation.redirect(to: try Self.candidates(names[$0 % 2])) }
        let taking = pauses.dropFirst().prefix(EndpointRotation.redirectionsOfTakeover - 2)
        #expect(taking.allSatisfy { $0 == EndpointRotation.redirectionPause })
        #expect(taking.reduce(.zero, +) > .seconds(6), "as long as a lease")
        #expect(pauses == pauses.sorted())
        #expect(pauses.last == EndpointRotation.longestRedirectionPause)
    }

    @Test("Of the nodes that are named, those that have failed come last")
    func failedLast() throws {
        var rotation = EndpointRotation(try Self.candidates("a", "b"))
        _ = rotation.fail(.unreachable("a"))
        rotation.advance()
        _ = rotation.redirect(to: try Self.candidates("a", "c", "b"))
        let names = try Self.candidates("c", "b", "a").map { "\($0.endpoint)" }
        #expect(Self.tried(3, rotation) == names)
    }
}
