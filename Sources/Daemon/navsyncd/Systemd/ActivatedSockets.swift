internal import Glibc
internal import NavigationServer

/// The sockets that systemd listens on for this process, as sd_listen_fds(3) describes.
///
/// A socket unit names them by `FileDescriptorName=`, `ipc` or `tcp`, and lists two: control first,
/// then the feed. systemd passes the sockets of one unit in the order of the unit's lines.
enum ActivatedSockets {
    /// The number of the first descriptor; the others follow.
    static let firstDescriptor: Int32 = 3

    /// Returns descriptors by the name of their unit, each name's in their order.
    ///
    /// - Parameters:
    ///   - variables: the environment, of which it reads `LISTEN_PID`, `LISTEN_FDS` and
    ///     `LISTEN_FDNAMES`.
    ///   - process: the process' own number; sockets for another process are left alone.
    static func descriptors(
        variables: (String) -> String?, process: Int32
    ) throws(ActivationError) -> [String: [Int32]] {
        guard variables("LISTEN_PID") == String(process) else { return [:] }
        guard let count = variables("LISTEN_FDS").flatMap(Int32.init), (1...64).contains(count)
        else { return [:] }
        let names = (variables("LISTEN_FDNAMES") ?? "")
            .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard names.count == Int(count) else {
            throw ActivationError(
                "\(count) inherited sockets have \(names.count) names: set FileDescriptorName= in each unit"
            )
        }
        var descriptors: [String: [Int32]] = [:]
        for (name, offset) in zip(names, 0..<count) {
            descriptors[name, default: []].append(firstDescriptor + offset)
        }
        return descriptors
    }

    /// Returns the sockets in pairs, each checked: it has to listen, and to be of the kind of its
    /// name.
    static func pairs(
        of descriptors: [String: [Int32]]
    ) throws(ActivationError) -> InheritedSockets {
        var sockets = InheritedSockets()
        for (name, descriptors) in descriptors {
            guard let kind = ListeningSocket.Kind(rawValue: name) else {
                throw ActivationError(
                    "a socket unit has FileDescriptorName=\(name): set it to ipc or tcp")
            }
            guard descriptors.count == 2 else {
                throw ActivationError(
                    "the socket unit of \(name) has \(descriptors.count) sockets: list two, "
                        + "control first, then the feed")
            }
            let pair = InheritedSockets.SocketPair(
                control: try ListeningSocket.inspect(descriptors[0], kind),
                feed: try ListeningSocket.inspect(descriptors[1], kind))
            switch kind {
            case .ipc: sockets.ipc = pair
            case .tcp: sockets.tcp = pair
            }
        }
        return sockets
    }
}

/// The reason why the daemon can't use the sockets that systemd passed.
struct ActivationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
