internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// `navctl traits`
struct TraitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traits",
        abstract: "Show and change this device's traits.",
        discussion: """
            Traits are the platform, orientation, window size, appearance, language, scroll
            offset, text size, contrast, keyboard, bars, focus and pressed element. They
            determine the rendering on this device and are not synced. 'navctl watch' of
            this device prints each change.

            EXAMPLES:
              navctl traits platform iOS 18.0
              navctl traits scroll 40
              navctl traits immersive on; navctl traits gesture tap
              navctl traits set locale ar
            """,
        subcommands: [
            TraitsShowCommand.self, TraitsSetCommand.self, TraitsResetCommand.self,
            TraitsPlatformCommand.self, TraitsScrollCommand.self, TraitsKeyboardCommand.self,
            TraitsGestureCommand.self, TraitsImmersiveCommand.self, TraitsFocusCommand.self,
            TraitsPressCommand.self,
        ],
        defaultSubcommand: TraitsShowCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// A command that changes this device's own traits. It needs no daemon.
protocol TraitCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// Changes the traits.
    func change(_ traits: inout StoredTraits) async throws
}

extension TraitCommand {
    mutating func run() async throws {
        try options.requireLastingDevice()
        let directory = options.deviceDirectory
        let former = try StoredTraits.read(in: directory)
        var traits = former
        try await change(&traits)
        // A view that is resized hides its bars, until a tap.
        if traits.size != former.size { traits.areBarsHidden = true }
        if traits != former { try StoredTraits.file(in: directory).write(traits) }
        switch options.output {
        case .json: try options.results.write(object: TraitsJSON(traits))
        case .text: for line in try traits.lines() { try options.results.write(line) }
        }
    }

    /// Returns the reading order of the scene, as this device knows it.
    func readingOrder(on traits: StoredTraits) async throws -> ReadingOrder {
        let looked = try await SceneSource().load(options)
        return ReadingOrder(BarLayout(looked.scene, on: traits.device))
    }

    /// Throws if an element is not displayed; `none` and empty text name none.
    func check(_ element: String, on traits: StoredTraits) async throws {
        guard element != "none", !element.isEmpty else { return }
        _ = try await readingOrder(on: traits).element(named: element)
    }
}

/// `navctl traits show`
struct TraitsShowCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print this device's traits.",
        discussion: """
            EXAMPLES:
              navctl traits show --output json | jq .scrollOffset
            """)

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) {}
}

/// `navctl traits set`
struct TraitsSetCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set traits by name.",
        discussion: """
            profile NAME · platform "iOS 18.0" · orientation portrait|landscape · size
            WIDTHxHEIGHT · appearance light|dark · elevated on|off · locale TAG · scroll
            POINTS · keyboard shown|hidden · bars shown|hidden · immersive on|off · more
            shown|editing|hidden · sidebar shown|hidden · direction
            leftToRight|rightToLeft · textSize xS…AX5 · boldText on|off · contrast
            increased|usual · transparency reduced|usual · motion reduced|usual ·
            focused ID · pressed ID

            Another size is a resize of the window, which hides the bars until a tap.

            EXAMPLES:
              navctl traits set appearance dark orientation landscape
              navctl traits set locale none
            """)

    @Argument(help: ArgumentHelp("A name and a value (repeatable)", valueName: "name"))
    var words: [String]

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard words.count.isMultiple(of: 2) else {
            throw ValidationError("each name needs a value")
        }
        for name in stride(from: 0, to: words.count, by: 2).map({ words[$0] })
        where TraitName(rawValue: name) == nil {
            let names = TraitName.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("no trait '\(name)': use one of \(names)")
        }
    }

    func change(_ traits: inout StoredTraits) throws {
        for index in stride(from: 0, to: words.count, by: 2) {
            try TraitName(rawValue: words[index])?.set(words[index + 1], in: &traits)
        }
    }
}

/// `navctl traits reset`
struct TraitsResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset all traits to the device's own.",
        discussion: """
            EXAMPLES:
              navctl traits reset
            """)

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try StoredTraits.file(in: options.deviceDirectory).remove()
        switch options.output {
        case .json: try options.results.write(object: TraitsJSON(StoredTraits()))
        case .text: for line in try StoredTraits().lines() { try options.results.write(line) }
        }
    }
}

/// `navctl traits platform`
struct TraitsPlatformCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "platform",
        abstract: "Set the device's platform and version.",
        discussion: """
            EXAMPLES:
              navctl traits platform iOS 18.0
            """)

    @Argument(help: "The system and its version, as iOS 18.0")
    var words: [String]

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.platform.set(words.joined(separator: " "), in: &traits)
    }
}

/// `navctl traits scroll`
struct TraitsScrollCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "scroll",
        abstract: "Scroll the content.",
        discussion: """
            EXAMPLES:
              navctl traits scroll 40
            """)

    @Argument(help: "The offset in points")
    var points: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.scroll.set(points, in: &traits)
    }
}

/// `navctl traits keyboard`
struct TraitsKeyboardCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyboard",
        abstract: "Show or hide the keyboard.",
        discussion: """
            EXAMPLES:
              navctl traits keyboard shown
            """)

    @Argument(help: "shown or hidden")
    var state: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.keyboard.set(state, in: &traits)
    }
}

/// `navctl traits gesture`
struct TraitsGestureCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesture",
        abstract: "Perform a gesture that hides or shows the bars.",
        discussion: """
              swipe    hides the bars; restores those of an immersive screen if its
                       'immersive.restoreGesture' is swipe
              resize   hides the bars, like another size in 'traits set size'
              tap      restores the bars; those of an immersive screen only if its
                       'immersive.restoreGesture' is tap (the default)

            EXAMPLES:
              navctl traits gesture swipe
              navctl traits gesture tap
            """)

    @Argument(help: "The gesture")
    var gesture: Gesture

    @OptionGroup var options: GlobalOptions

    /// The gestures of a person.
    enum Gesture: String, ExpressibleByArgument, CaseIterable {
        /// One touch.
        case tap
        /// A touch that moves.
        case swipe
        /// Another size of the view.
        case resize
    }

    func change(_ traits: inout StoredTraits) async throws {
        let isImmersive = traits.isImmersive ?? false
        if isImmersive, gesture != .resize {
            let restoring = try await restoringGesture()
            if restoring == gesture.rawValue {
                traits.isImmersive = nil
                traits.areBarsHidden = nil
            } else {
                Console.print(
                    restoring == "none"
                        ? "no gesture restores the bars of this screen"
                        : "restore the bars of this screen by: \(restoring)")
            }
            return
        }
        traits.areBarsHidden = gesture == .tap ? nil : true
    }

    /// Returns the gesture that restores the bars of the topmost screen, as this device knows the
    /// scene.
    private func restoringGesture() async throws -> String {
        let scene = try await options.session(flushesOutbox: false).closing { session in
            await session.fetchScene().view.scene
        }
        let screen = (scene.modals.last?.stack ?? scene.selected?.stack ?? []).last
        return (screen?.properties ?? [:]).text(.immersiveRestoreGesture) ?? "tap"
    }
}

/// `navctl traits immersive`
struct TraitsImmersiveCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "immersive",
        abstract: "Enter or leave full screen.",
        discussion: """
            EXAMPLES:
              navctl traits immersive on
            """)

    @Argument(help: "on or off")
    var state: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.immersive.set(state, in: &traits)
    }
}

/// `navctl traits focus`
struct TraitsFocusCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Move the focus to an element, or remove it.",
        discussion: """
            EXAMPLES:
              navctl traits focus next
              navctl traits focus tab.inbox
            """)

    @Argument(help: "next, previous, an element id of the layout, or none")
    var target: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) async throws {
        guard target == "next" || target == "previous" else {
            try await check(target, on: traits)
            return try TraitName.focused.set(target, in: &traits)
        }
        let order = try await readingOrder(on: traits)
        traits.focused =
            target == "next"
            ? order.focus(after: traits.focused) : order.focus(before: traits.focused)
        if traits.focused == nil { Console.print("no focusable element") }
    }
}

/// `navctl traits press`
struct TraitsPressCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "press",
        abstract: "Press an element, or release it.",
        discussion: """
            EXAMPLES:
              navctl traits press tab.inbox
            """)

    @Argument(help: "The element id, or none")
    var element: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) async throws {
        try await check(element, on: traits)
        try TraitName.pressed.set(element, in: &traits)
    }
}
