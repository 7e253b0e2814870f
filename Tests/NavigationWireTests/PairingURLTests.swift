import NavigationModel
import SeededRandom
import NavigationProto
import Testing

@testable import NavigationWire

@Suite("A pairing URL")
struct PairingURLTests {
    static let url = try? PairingURL(
        secretKey: #require(SecretKey(bytes: (0..<32).map { $0 &* 7 &+ 1 })),
        serverKey: #require(PublicKey(bytes: (0..<32).map { 200 &- $0 })),
        addresses: ["192.0.2.7:4250", "[2001:db8::7]:4250", "desk.example:4250"],
        expires: Timestamp(rawValue: 1_790_000_000_000_000), user: "ada", name: "tablet",
        role: .viewer)

    let url: PairingURL
    let text: String

    init() throws {
        url = try #require(Self.url)
        text = url.text
    }

    private func fault(of text: String) -> PairingURLError? {
        do { _ = try PairingURL(text) } catch { return error }
        return nil
    }

    @Test("is read as it was written, whatever white space a paste brings along")
    func roundTrip() throws {
        #expect(text.hasPrefix("navsync://pair#"))
        #expect(try PairingURL(text) == url)
        #expect(try PairingURL("  \(text)\r\n") == url)
        #expect(text.utf8.count < 300)
    }

    @Test("that is truncated anywhere is reported as incomplete")
    func cutOff() {
        for length in 11..<text.utf8.count {
            let cut = String(text.prefix(length))
            #expect(fault(of: cut) == .cutOff, "\(length)")
        }
    }

    @Test("with one other character is never taken for another one")
    func mistyped() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= é"
        let characters = Array(text)
        for place in PairingURL.prefix.count..<characters.count {
            for other in alphabet where other != characters[place] {
                var wrong = characters
                wrong[place] = other
                let fault = fault(of: String(wrong))
                #expect(
                    fault == .mistyped || fault == .cutOff, "\(place): \(String(describing: fault))"
                )
            }
        }
    }

    @Test(
        "is not what begins otherwise, or is longer than any",
        arguments: [
            "", "navsync", "navsync:/", "https://example.com/#AQ", "navsync://PAIR#AQ", "#AQ",
            "navsync://pair#" + String(repeating: "A", count: 2_034),
            String(repeating: " ", count: 1_000_000),
        ])
    func foreign(text: String) {
        #expect(fault(of: text) == .notPairingURL)
    }

    @Test("of a newer version is reported as such, and one of version 0 is invalid")
    func versions() {
        for (version, expected) in [
            (UInt8(2), PairingURLError.newerVersion(2)), (255, .newerVersion(255)), (0, .mistyped),
        ] {
            let content = [version, 0, 2, 0xab, 0xcd]
            let bytes = content + Digest(hashing: content).bytes.prefix(4)
            #expect(fault(of: PairingURL.prefix + Base64URL.text(of: bytes)) == expected)
        }
    }

    @Test("that is complete but invalid is reported with its missing or invalid part")
    func incomplete() throws {
        let tickets: [Navsync_V1_PairingTicket] = [
            .init(), ticket { $0.secretKey.removeLast() }, ticket { $0.serverKey.append(1) },
            ticket { $0.addresses = [] }, ticket { $0.addresses = ["a b:1"] },
            ticket { $0.addresses = Array(repeating: "a:1", count: 9) },
            ticket { $0.addresses = [String(repeating: "a", count: 261)] },
            ticket { $0.user = "" }, ticket { $0.name = "a\nb" },
            ticket { $0.role = .UNRECOGNIZED(9) },
        ]
        for ticket in tickets {
            let bytes: [UInt8] = ticket.encodedBytes
            let text = PairingURL.prefix + Base64URL.text(of: PairingFrame.bytes(around: bytes))
            guard case .incomplete = fault(of: text) else {
                Issue.record("\(ticket): \(String(describing: fault(of: text)))")
                continue
            }
        }
        let junk = PairingURL.prefix + Base64URL.text(of: PairingFrame.bytes(around: [0xff, 0xff]))
        #expect(fault(of: junk) == .incomplete("malformed"))
    }

    @Test("shows nothing of its secret in what is printed")
    func withheld() {
        var dumped = ""
        dump(url, to: &dumped)
        for shown in [dumped, "\(url)", String(reflecting: url), "\(url.secretKey)"] {
            #expect(!shown.contains("1, 8, 15"), "\(shown)")
            #expect(shown.contains("withheld") || shown.hasPrefix("▿") || shown.hasPrefix("-"))
            #expect(!shown.contains("ada"))
        }
        for error in [PairingURLError.cutOff, .mistyped, .notPairingURL, .newerVersion(9)] {
            #expect(!error.description.contains(text.suffix(20)))
        }
    }

    @Test("Base64 of any bytes is read back, and no two texts mean the same", arguments: 0..<40)
    func base64(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = Base64URL.text(of: bytes)
        let read = try #require(Base64URL.bytes(of: text[...].utf8))
        #expect(read.bytes == bytes && read.isWhole)
        guard let last = text.last, length % 3 != 0 else { return }
        for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
            let again = text.dropLast() + [other]
            let otherRead = Base64URL.bytes(of: again.utf8)
            #expect(otherRead?.isWhole != true || otherRead?.bytes != bytes || other == last)
        }
    }

    private func ticket(
        _ change: (inout Navsync_V1_PairingTicket) -> Void
    ) -> Navsync_V1_PairingTicket {
        guard
            var ticket = try? Navsync_V1_PairingTicket(
                decoding: url.encodedTicket, as: "PairingTicket")
        else {
            return .init { _ in }
        }
        change(&ticket)
        return ticket
    }
}
