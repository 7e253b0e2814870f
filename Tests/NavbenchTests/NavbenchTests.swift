import NavigationModel
import NavigationWire
import Testing

@testable import navbench

@Suite("Changes of the benchmark")
struct ChangeTemplateTests {
    @Test(
        "A patched request is the one that the protocol's types encode, at every width of its numbers",
        arguments: [2, 3, 127, 128, 129, 16_383, 16_384, 16_385, 2_097_152] as [UInt64],
        [.setProperty("bench."), .push, .pop] as [ChangeTemplate.Act])
    func patched(sequence: UInt64, act: ChangeTemplate.Act) throws {
        let author = ChangeTemplate.Author(
            device: DeviceID(high: 7, low: 9), scene: .main, epoch: Epoch(rawValue: 1 << 60),
            tab: TabID(unchecked: "t1"), act: act)
        let first = ChangeTemplate.Numbers(sequence: 2, base: 1, latest: 1)
        let text = Array(Work.noise[..<Work.length])
        var template = try #require(ChangeTemplate(author, first, text: text))
        for base in [1, 127, 128, 1 << 40] as [UInt64] {
            let numbers = ChangeTemplate.Numbers(
                sequence: sequence, base: base, latest: 1_700_000_000_000_000)
            template.set(numbers, text: Work.noise, from: Work.offset(sequence))
            let offset = Work.offset(sequence)
            let expected = author.request(numbers, Array(Work.noise[offset..<offset + Work.length]))
            #expect(template.bytes == expected.encoded)
        }
    }

    @Test("A number is as wide as protobuf writes it")
    func widths() {
        let widths = [0, 1, 127, 128, 16_383, 16_384, UInt64.max].map(Varint.width)
        #expect(widths == [1, 1, 1, 2, 2, 3, 10])
    }
}

@Suite("Replies as the benchmark reads them")
struct ReplySkimTests {
    @Test("A receipt is known by its id and kind, a failure by another kind")
    func receipt() throws {
        let receipt = Receipt(
            sequence: SequenceNumber(rawValue: 5), outcomes: [], revision: Revision(rawValue: 8))
        let good = Reply(id: 300, result: .receipt(receipt)).encoded
        let skim = try #require(ReplySkim(good, count: good.count))
        #expect(skim.id == 300 && skim.kind == ReplySkim.receipt)
        #expect(skim.revision(in: good) == 8)
        let bad = Reply(id: 1, result: .failure(Failure(.busy, "later"))).encoded
        #expect(ReplySkim(bad, count: bad.count)?.kind == 2)
        let idle = Receipt(sequence: SequenceNumber(rawValue: 6), outcomes: [], revision: nil)
        let bytes = Reply(id: 2, result: .receipt(idle)).encoded
        #expect(try #require(ReplySkim(bytes, count: bytes.count)).revision(in: bytes) == nil)
    }

    @Test(
        "Bytes that are no reply are none",
        arguments: [[], [8], [0x32, 9, 1], [0x0b]] as [[UInt8]])
    func garbage(bytes: [UInt8]) {
        #expect(ReplySkim(bytes, count: bytes.count) == nil)
    }

    @Test("A commit has its revision, its time, and whether the daemon made it")
    func commit() throws {
        for device in [DeviceID(high: 1, low: 2), .daemon] {
            let stamp = Stamp(
                time: Timestamp(rawValue: 99), device: device,
                sequence: SequenceNumber(rawValue: 1))
            let page = HistoryPage(
                commits: [
                    Commit(
                        revision: Revision(rawValue: 300), stamp: stamp, author: "a",
                        operations: [], outcomes: [], effects: [])
                ], hasMore: false)
            let bytes = Reply(id: 1, result: .historyPage(page)).encoded
            let place = try #require(
                FieldReader.find([ReplySkim.historyPage, 1], in: bytes)?.place)
            let skim = try #require(CommitSkim(bytes, in: place))
            #expect(skim.revision == 300 && skim.time == 99)
            #expect(skim.isOfDaemon == (device == .daemon))
        }
    }
}

@Suite("Replies of Redis as the benchmark reads them")
struct RESPScannerTests {
    @Test("Elements are read one by one, however the bytes are split, and the last one is known")
    func elements() {
        let reply = Array("*2\r\n$3\r\n1-0\r\n*2\r\n$1\r\nc\r\n:5\r\n+OK\r\n".utf8)
        for cut in 0...reply.count {
            var scanner = RESPScanner()
            var (position, seen, replies) = (0, [RESPScanner.Element](), 0)
            for bytes in [Array(reply[..<cut]), reply] {
                while position < bytes.count, let next = scanner.next(in: bytes, &position) {
                    seen.append(next.element)
                    replies += next.isLast ? 1 : 0
                }
            }
            #expect(seen == [.array, .text(8..<11), .array, .text(21..<22), .other, .other])
            #expect(replies == 2 && position == reply.count)
        }
    }
}

@Suite("Figures of the benchmark")
struct FigureTests {
    @Test("Quantiles are samples, by the nearest rank")
    func quantiles() {
        let samples = Array((1...100).reversed())
        #expect(Quantile.value(0.5, of: samples) == 50)
        #expect(Quantile.value(0.99, of: samples) == 99)
        #expect(Quantile.value(0.99, of: [7]) == 7)
        #expect(Quantile.value(0.5, of: [Int]()) == nil)
        #expect(Quantile.median([4, 1, 3, 2]) == 2.5)
    }

    private static let cell = Cell(kind: .durable, transport: .ipc, number: 16)

    @Test("A ratio is the median of those of one round, so a slow minute falls on both")
    func ratios() {
        let least = Row(
            cell: Self.cell, server: "least server",
            rounds: [[.processorTime: 2], [.processorTime: 20], [.processorTime: 4]])
        let other = Row(
            cell: Self.cell, server: "other",
            rounds: [[.processorTime: 6], [.processorTime: 60], [.processorTime: 20]])
        #expect(other.ratio(.processorTime, to: least) == 3)
        #expect(other.best(.processorTime) == 6)
        #expect(
            Row(cell: Self.cell, server: "rates", rounds: [[.rate: 1], [.rate: 2]]).best(.rate) == 2
        )
    }

    @Test("Numbers have three digits that count, and thousands apart")
    func numbers() {
        let texts = [0.1234, 9.996, 12.34, 208, 4560, 12_345.6, 1_234_567].map(Tables.number)
        #expect(texts == ["0.12", "10.0", "12.3", "208", "4560", "12,346", "1,234,567"])
    }

    @Test("Columns of a table are aligned")
    func table() {
        let tables = Tables(rows: [], base: "")
        #expect(
            tables.aligned([["", "server", "ms"], ["1 device", "a", "12.3"]]) == [
                "|          | server |   ms |", "| -------- | ------ | ---: |",
                "| 1 device | a      | 12.3 |",
            ])
    }

    @Test("Ticks are found behind a name with spaces and parentheses")
    func ticks() {
        let stat = "7 (a (b) c) S 1 1 1 0 -1 4 0 0 0 0 30 12 0 0 20 0 1 0"
        #expect(ProcessorTime.ticks(in: stat) == 42)
    }
}
