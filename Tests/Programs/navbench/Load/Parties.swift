/// A device that submits changes of ``Work/length`` bytes, without waiting for what becomes of them.
protocol Writer: AnyObject {
    /// The source of its receipts.
    var source: Poller.Source { get }
    /// Submits the next change; it may stay here until ``flush()``.
    func submit() throws
    /// Hands over what was submitted.
    func flush() throws
    /// Takes all receipts that are there; returns how many. They come in the order of the changes.
    func takeReceipts() throws -> Int
}

/// A device that gets every change that is made.
protocol Mirror: AnyObject {
    /// The source of its deliveries.
    var source: Poller.Source { get }
    /// Takes all changes that are there; returns how many.
    func takeChanges() throws -> Int
}

/// A device that missed changes, and can fetch them as often as it likes.
protocol Latecomer: AnyObject {
    /// Fetches the first changes of the slice, and waits for as many.
    func fetch(_ count: Int) throws
}

/// The scenes that a device changes in turn.
struct Target {
    /// The user of the slice whose they are: none follows the scenes of any but the first. Of a fleet,
    /// each is at another daemon.
    var user = 0
    /// Their number.
    var scenes = 1
    /// A Boolean value indicating whether it pushes and pops screens in turn, where a server knows
    /// what these are, instead of setting properties.
    var isStepping = false
}

/// A server under measurement: a process, and ways to it.
protocol Server: AnyObject {
    /// The name for people.
    var name: String { get }
    /// The processes that are measured.
    var processes: [Int32] { get }
    /// The number of daemons that it is of, each with users of its own.
    var parts: Int { get }
    /// Begins a slice in a place of its own, so that it does not find what another has left.
    func begin() throws
    /// Connects a device that submits.
    func makeWriter(to target: Target) throws -> any Writer
    /// Connects a device that mirrors, and waits until it would get a change.
    func makeMirror() throws -> any Mirror
    /// Connects a device that has nothing of the slice yet.
    func makeLatecomer() throws -> any Latecomer
    /// Ends the process.
    func end()
}

extension Server {
    var parts: Int { 1 }
}

/// The ways to a server.
enum Transport: String, CaseIterable, Encodable {
    /// Local sockets.
    case ipc
    /// TCP over the loopback interface, encrypted.
    case curve
}

/// The work that all servers do alike.
enum Work {
    /// Bytes of a change.
    static let length = 200
    /// Letters from which changes are cut, each from another place.
    static let noise: [UInt8] = {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        return (0..<65_536).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return letters[Int(state & 63)]
        }
    }()

    /// Returns where the text of a change begins in ``noise``.
    static func offset(_ number: UInt64) -> Int { Int(number &* 61 % UInt64(noise.count - length)) }
}
