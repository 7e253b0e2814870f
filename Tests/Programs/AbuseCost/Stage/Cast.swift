import NavigationModel
import NavigationWire
import ZeroMQ

/// A paired device, and where its daemon is: what a process needs to pass for it.
struct Cast: Sendable {
    let device: DeviceID
    let keys: CurveKeyPair
    let serverKey: CurvePublicKey
    /// Control is at this port of this machine, the feed at the next.
    let port: UInt16
    /// The directory of the daemon's local sockets.
    let sockets: String

    var control: Endpoint { .tcp(host: "127.0.0.1", port: port) }
    var feed: Endpoint { .tcp(host: "127.0.0.1", port: port + 1) }
    var localControl: Endpoint { .ipc(path: "\(sockets)/control.sock") }

    init(
        device: DeviceID, keys: CurveKeyPair, serverKey: CurvePublicKey, port: UInt16,
        sockets: String
    ) {
        self.device = device
        self.keys = keys
        self.serverKey = serverKey
        self.port = port
        self.sockets = sockets
    }

    /// One line with all of it, the secret included: for a pipe or a file of mode 0600.
    var line: String {
        [
            "\(device.high)", "\(device.low)", keys.secretKey.z85, serverKey.z85, "\(port)",
            sockets,
        ].joined(separator: "\t")
    }

    /// Reads ``line``; `nil` for anything else.
    init?(line: String) {
        let words = line.split(separator: "\t").map(String.init)
        guard words.count == 6, let high = UInt64(words[0]), let low = UInt64(words[1]),
            let secret = CurveSecretKey(z85: words[2]), let server = CurvePublicKey(z85: words[3]),
            let port = UInt16(words[4]), let keys = try? CurveKeyPair(secretKey: secret)
        else { return nil }
        self.init(
            device: DeviceID(high: high, low: low), keys: keys, serverKey: server, port: port,
            sockets: words[5])
    }
}
