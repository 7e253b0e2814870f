import Testing

@testable import NavigationServer

@Suite("Addresses")
struct TCPAddressTests {
    @Test(
        "A host and a port",
        arguments: [
            "127.0.0.1:1", "0.0.0.0:65535", "[::1]:7311", "[2001:db8::1]:7311", "*:7311",
            "nav.example:7311", "desk:7311", "my_host-1.local:80",
        ])
    func good(text: String) {
        #expect(TCPAddress(text)?.description == text)
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", ":", "a", "a:", ":1", "a:0", "a:65536", "a:+1", "a:-1", "a: 1", "::1:7311",
            "[::1:7311", "[]:1", "[fe80::1%eth0]:1", "1.2.3:1", "1.2.3.4.5:1", "256.1.1.1:1",
            "a b:1",
            "a..b:1", "-a:1", "a/b:1", "tcp://a:1", "a\n:1", "\u{e9}:1",
        ])
    func bad(text: String) {
        #expect(TCPAddress(text) == nil)
    }

    @Test("Recognises every interface")
    func kinds() throws {
        for text in ["0.0.0.0:1", "*:1", "[::]:1"] {
            #expect(try #require(TCPAddress(text)).isWildcard, "\(text)")
        }
        for text in ["127.0.0.1:1", "10.0.0.1:1", "nav.example:1"] {
            #expect(try !#require(TCPAddress(text)).isWildcard, "\(text)")
        }
    }

    @Test("Invitations carry what is configured, else the address, else this machine's own")
    func advertised() throws {
        let address = try #require(TCPAddress("127.0.0.1:7311"))
        var configuration = try ServerConfiguration(socketDirectory: "/x", tcp: address)
        #expect(configuration.advertised == [address])
        let other = try #require(TCPAddress("nav.example:1"))
        configuration.advertise = [other]
        #expect(configuration.advertised == [other])
        configuration.advertise = nil
        configuration.tcp = TCPAddress(host: "*", port: 7311)
        #expect(configuration.advertised.allSatisfy { $0.port == 7311 && !$0.isWildcard })
        for host in MachineAddresses.current() {
            let text = "\(host):1"
            #expect(TCPAddress(text) != nil, "\(text)")
        }
    }
}
