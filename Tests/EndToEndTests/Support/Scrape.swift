import Foundation

/// A daemon's response over HTTP.
struct Scrape: Sendable {
    /// The first line's words behind the version: `200 OK`.
    let status: String
    /// The lines of the head.
    let head: [String]
    /// The text after the head.
    let body: String

    /// Requests a path at a port of this machine.
    init(_ path: String, at port: UInt16) async throws {
        let text = try await onOwnThread {
            let socket = try RawSocket(port: port)
            socket.write(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            return String(decoding: try socket.readToEnd(), as: UTF8.self)
        }
        guard let end = text.range(of: "\r\n\r\n"), text.hasPrefix("HTTP/1.1 ") else {
            throw NeverCame("an answer over http: \(text)")
        }
        head = text[..<end.lowerBound].components(separatedBy: "\r\n")
        status = String(head[0].dropFirst("HTTP/1.1 ".count))
        body = String(text[end.upperBound...])
    }

    /// The values, by name and labels as they are written; fails if there is no such.
    func callAsFunction(_ sample: String) throws -> Double {
        guard let value = samples[sample] else { throw NeverCame("no \(sample) in \(body)") }
        return value
    }

    /// All values, by name and labels as they are written.
    var samples: [String: Double] {
        let lines = body.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.reduce(into: [:]) { samples, line in
            guard let space = line.lastIndex(of: " ") else { return }
            samples[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
    }

    /// The names of all families, with how their values are called in queries.
    var names: Set<String> {
        Set(samples.keys.map { String($0.prefix { $0 != "{" }) })
    }
}

extension Installation {
    /// Starts a daemon that serves its metrics, and returns when it does.
    func daemonWithMetrics(
        _ arguments: String...
    ) async throws -> (daemon: RunningProcess, port: UInt16) {
        for _ in 0..<20 {
            let port = UInt16.random(in: 10_000...30_000)
            guard RawSocket.isFree(port) else { continue }
            let daemon = try start(
                "navsyncd", arguments,
                variables: ["NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(port)"])
            let isServed = try await daemon.wait(for: "a word on figures") { transcript in
                let lines = transcript.errors.lines
                if lines.contains(where: { $0.contains(" metrics not served ") }) {
                    return false
                }
                return lines.contains { $0.contains(" metrics served ") } ? true : nil
            }
            try await daemon.untilReady()
            if isServed { return (daemon, port) }
            try await daemon.kill()
        }
        throw NeverCame("no port is free")
    }
}
