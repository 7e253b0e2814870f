internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl announce`
struct AnnounceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce",
        abstract: "Print screen reader announcements.",
        discussion: """
            By default prints the announcements of all bar elements in reading order; --of
            prints the announcement of a commit, --element that of one element. Element ids
            are those of the layout, as tab.inbox, navigationBar.back or
            navigationBar.title.

            EXAMPLES:
              navctl announce
              navctl announce --of 17 --locale ko
              navctl announce --element tab.inbox
              navctl announce --file clock.yaml --output json | jq -r '.strings[]'
            """)

    @Option(
        help: ArgumentHelp(
            "Print the announcement of this commit", valueName: "revision"))
    var of: Revision?

    @Option(help: ArgumentHelp("Print the announcement of this element", valueName: "id"))
    var element: String?

    @OptionGroup var scene: SceneOptions
    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard of == nil || element == nil && scene.file == nil && scene.at == nil else {
            throw ValidationError("--of can't be combined with --element, --file or --at")
        }
        if of == .zero { throw ValidationError("--of must be at least 1") }
    }

    mutating func run() async throws {
        let device = try traits.device(options)
        if let of { return try await announce(of, on: device) }
        let looked = try await scene.source.load(options)
        let order = ReadingOrder(BarLayout(looked.scene, on: device))
        var elements = order.elements
        if let element {
            elements = [try order.element(named: element)]
        }
        switch options.output {
        case .json:
            let all = AnnouncementJSON(
                strings: elements.flatMap(\.strings), revision: looked.revision?.rawValue,
                locale: device.locale.description)
            try options.results.write(object: Joined(all, StopsJSON(stops: Sparse(elements))))
        case .text:
            for element in elements { try write(element.strings, in: device.locale) }
        }
        try looked.complete()
    }

    private func announce(_ revision: Revision, on device: DeviceTraits) async throws {
        let strings = try await options.session(flushesOutbox: false).closing { session in
            // First the named revision, which the daemon may not have.
            let new = try await session.state(at: revision).scene
            let before = revision.previous
            // Before the first change there was nothing.
            let old =
                before == .zero ? Scene.empty : try await session.state(at: before).scene
            return Announcement.strings(from: old, to: new, on: device)
        }
        switch options.output {
        case .json:
            try options.results.write(
                object: AnnouncementJSON(
                    strings: strings, revision: revision.rawValue,
                    locale: device.locale.description))
        case .text:
            for string in strings { try write([string], in: device.locale) }
            if strings.isEmpty { Console.print("this commit has no announcement") }
        }
    }

    /// Writes the words for one element on one line, with the commas of the language.
    private func write(_ strings: [String], in locale: LanguageTag) throws {
        guard let first = strings.first else { return }
        let line = strings.dropFirst().reduce(first) { explicit, state in
            SentencePattern.labelWithValue.text(["label": explicit, "value": state], in: locale)
        }
        try options.results.write(StyledLine(line.label()))
    }
}

/// The elements in reading order as JSON.
private struct StopsJSON: Encodable {
    let stops: Sparse<[ReadingOrder.Element]>
}

/// Announcements as JSON.
private struct AnnouncementJSON: Encodable {
    let strings: [String]
    let revision: UInt64?
    let locale: String
}

extension ReadingOrder {
    /// Returns an element by its id; throws, listing all elements, if it is not displayed.
    func element(named id: String) throws(CommandError) -> Element {
        guard let element = self[id] else {
            let ids = elements.map { $0.id.label() }.joined(separator: ", ")
            throw CommandError(
                message: "no visible element '\(id.label())'"
                    + (ids.isEmpty ? ": there are none" : ""),
                advice: ids.isEmpty ? nil : "use one of \(ids)")
        }
        return element
    }
}
