package import ArgumentParser
internal import CommandLine

/// The options of the server of devices in browsers.
package struct WebOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address to listen on", valueName: "address:port"))
    package var listen = WebAddress(host: "127.0.0.1", port: 7878)

    @Option(
        help: ArgumentHelp(
            "The pages' origin behind a proxy with TLS, as in https://nav.example.net",
            valueName: "origin"))
    package var behind: WebOrigin?

    @Flag(inversion: .prefixedNo, help: "Open the browser (default: on a terminal)")
    package var open: Bool?

    @Flag(help: "Hide the browsers from the user's other devices")
    package var hidden = false

    /// Creates the options for the parser.
    package init() {}

    /// The options as arguments.
    package var arguments: [String] {
        var arguments = ["--listen", listen.description]
        if let behind { arguments += ["--behind", behind.description] }
        if let open { arguments.append(open ? "--open" : "--no-open") }
        if hidden { arguments.append("--hidden") }
        return arguments
    }

    /// Returns the configuration of the command, by the name that it has.
    package static func configuration(_ name: String) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            abstract: "Make browsers devices.",
            discussion: """
                Serves pages on this machine, prints an address, and opens it on a terminal.
                The address makes one browser a device of its own, with its own name, outbox
                and undo; 'navctl device invite --web' makes others. It draws what 'render'
                draws, follows the scene, and changes it by touch and keyboard.

                A gesture made without a connection to this server is kept in the browser, and
                handed over once. Ending the server loses nothing: the browsers are its devices
                when it starts again. 'navctl device list' lists them, and 'navctl device
                revoke' removes one: its pages say so at once, and it is no device any more.

                Other machines reach it through a proxy with TLS on this one, which --behind
                names; the page 'In a browser' has the configurations.

                EXAMPLES:
                  navctl web
                  navctl web --listen 127.0.0.1:8000 --no-open
                  navctl web --behind https://nav.example.net
                  navctl device revoke phone
                """)
    }

    package func validate() throws {
        if let behind, !behind.isSecure {
            throw ValidationError("--behind needs an origin of https: the proxy has to use TLS")
        }
        guard listen.isLoopback || behind != nil else {
            throw ValidationError(
                """
                \(listen) can be reached from other machines, and browsers would send what you do \
                in clear: listen on 127.0.0.1, put a proxy with TLS before it, and name it by \
                --behind https://HOST
                """)
        }
    }
}

/// An address and a port to listen on: IPv4 or, in brackets, IPv6.
package struct WebAddress: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
    /// The address, an IPv6 one in brackets.
    package let host: String
    /// The port; 0 for any that is free.
    package let port: UInt16

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    package init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"),
            let port = UInt16(argument[argument.index(after: colon)...])
        else { return nil }
        let host = String(argument[..<colon])
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 =
            parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
        let isIPv6 =
            host.hasPrefix("[") && host.hasSuffix("]") && host.contains(":")
            && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        guard isIPv4 || isIPv6 else { return nil }
        self.init(host: host, port: port)
    }

    /// A Boolean value indicating whether only this machine reaches it.
    package var isLoopback: Bool { host.hasPrefix("127.") || host == "[::1]" }
    /// A Boolean value indicating whether it is an IPv6 address.
    package var isIPv6: Bool { host.hasPrefix("[") }

    package var description: String { "\(host):\(port)" }

    package var defaultValueDescription: String { description }
}
