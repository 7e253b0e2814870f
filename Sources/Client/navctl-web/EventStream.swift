internal import FlyingSocks

/// The body of a stream of server-sent events for one page.
struct EventStream: AsyncBufferedSequence {
    typealias Element = UInt8

    /// The page, which leaves its device when nothing reads the stream any more.
    let page: Page
    /// A signal for each time when there is something to send.
    let wakeups: AsyncStream<Void>

    func makeAsyncIterator() -> Iterator {
        Iterator(page: page, wakeups: wakeups.makeAsyncIterator())
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        let page: Page
        var wakeups: AsyncStream<Void>.Iterator
        private var rest: ArraySlice<UInt8> = []

        init(page: Page, wakeups: AsyncStream<Void>.Iterator) {
            self.page = page
            self.wakeups = wakeups
        }

        mutating func next() async throws -> UInt8? {
            if rest.isEmpty { rest = try await nextBuffer(suggested: 1)?[...] ?? [] }
            return rest.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard await wakeups.next() != nil else { return nil }
            return Array(await page.device.news(for: page.id).utf8)
        }
    }
}

/// A page of a browser that reads a stream.
final class Page: Sendable {
    let device: BrowserDevice
    let id: Int

    init(_ id: Int, of device: BrowserDevice) {
        self.id = id
        self.device = device
    }

    deinit {
        Task { [device, id] in await device.leave(id) }
    }
}
