import NavigationModel
import NavigationText
import SeededRandom
import Testing

@testable import NavigationBars
import NavigationProperties

/// The sanity of bars, whatever apps say.
@Suite("Navigation bars with any properties")
struct NavigationBarPropertyTests {
    private static let seeds: [UInt64] = Array(1...120)

    private static let devices = [
        TestDevice.phone, TestDevice.landscapePhone, TestDevice.smallPhone, TestDevice.pad,
        TestDevice.android,
        TestDevice.smallPhone.with { $0.size = Size(width: 240, height: 320) },
    ]

    private static let words =
        SceneSamples.hostile + [
            "Settings", "General", "Done", "A title that is much too long for a bar of any phone",
            "nan", "-1", "1e999", "true", "#FF000080", "systemTeal", "40", "2,-3", "1,2,3,4",
            "a,b,c",
        ]

    /// Screens that say all kinds of things, well-formed or not, on some device.
    private static func meet(_ seed: UInt64) -> (sample: NavigationBarSample, traits: DeviceTraits)
    {
        var random = SeededGenerator(seed: seed)
        let titles = (0..<random.below(4) + 1).map { _ in random.pick(words) ?? "" }
        var top: Properties = [:]
        for side in ["left", "right"] {
            let names = (0..<random.below(random.oneIn(6) ? 40 : 4)).map { "b\($0)" }
            top[Property.named(side)] = names.joined(separator: ",")
            for name in names {
                let part = "\(side).\(name)"
                top[Property.named("\(part).title")] = random.pick(words)
                if random.oneIn(3) { top[Property.named("\(part).image")] = "plus" }
                if random.oneIn(4) { top[Property.named("\(part).kind")] = "fixedSpace" }
                if random.oneIn(3) { top[Property.named("\(part).width")] = random.pick(words) }
                if random.oneIn(4) { top[Property.named("\(part).glyphSize")] = "200" }
            }
        }
        for property in PropertySchema.properties(of: .screen) where random.oneIn(8) {
            top[property.name("right", "b0")] = random.value(of: property, words)
        }
        var bar: Properties = [:]
        for property in PropertySchema.properties(of: .tab) where random.oneIn(3) {
            let metrics = random.pick(Property.barMetrics) ?? "default"
            bar[property.name("topAttached", metrics)] = random.value(of: property, words)
        }
        bar["navigationBar.isHidden"] = nil
        var traits = random.pick(devices) ?? TestDevice.phone
        if random.oneIn(3) { traits.locale = LanguageTag("ar") ?? .english }
        if random.oneIn(3) { traits.appearance = .dark }
        if random.oneIn(3) { traits.scrollOffset = Double(random.below(200)) }
        var sample = NavigationBarSample(titles, top: top, bar: bar)
        if random.oneIn(2) {
            sample.modals =
                NavigationBarSample.presenting(
                    random.pick(NavigationBarSample.modalKinds) ?? .simple, bar, stack: titles
                ).modals
        }
        sample.standaloneBars = NavigationBarSample.standalone(bar, titles).standaloneBars
        return (sample, traits)
    }

    private static func bars(_ layout: BarLayout) -> [NavigationBarLayout] {
        [layout.navigationBar, layout.modal?.navigationBar].compactMap(\.self)
            + layout.standaloneBars.compactMap(\.navigationBar)
            + layout.content.panes.compactMap(\.navigationBar)
    }

    @Test("Nothing in a bar lies over anything else in it", arguments: seeds)
    func noOverlap(seed: UInt64) {
        let (sample, traits) = Self.meet(seed)
        for bar in Self.bars(sample.layout(on: traits)) {
            var frames = (bar.left + bar.right).map(\.frame)
            frames += [bar.back?.frame, bar.segmentedControl?.frame].compactMap(\.self)
            if bar.titleMode == .standard, let title = bar.title { frames.append(title.frame) }
            for (index, first) in frames.enumerated() {
                for second in frames[(index + 1)...] where first.width > 0 && second.width > 0 {
                    let gap = max(first.x, second.x) - min(first.maxX, second.maxX)
                    #expect(gap > -0.01, "seed \(seed): \(bar.id) \(first) \(second)")
                }
            }
        }
    }

    @Test("All of a bar is finite, and within the screen", arguments: seeds)
    func within(seed: UInt64) {
        let (sample, traits) = Self.meet(seed)
        let layout = sample.layout(on: traits)
        let screen = layout.screen
        for bar in Self.bars(layout) {
            var frames = [bar.frame, bar.background.frame]
            frames += (bar.left + bar.right).flatMap { button in
                [button.frame, button.icon?.frame, button.label?.frame].compactMap(\.self)
            }
            frames += (bar.segmentedControl?.segments ?? []).flatMap { [$0.frame, $0.label.frame] }
            frames += [
                bar.back?.frame, bar.back?.label?.frame, bar.title?.frame, bar.prompt?.frame,
                bar.shadowImage?.frame,
            ].compactMap(\.self)
            for frame in frames {
                #expect([frame.x, frame.y, frame.width, frame.height].allSatisfy { $0.isFinite })
                #expect(frame.width >= 0 && frame.height >= 0, "seed \(seed): \(frame)")
                #expect(
                    frame.x >= -0.01 && frame.maxX <= screen.maxX + 0.01, "seed \(seed): \(frame)")
            }
            #expect(bar.frame.y >= 0 && bar.frame.maxY <= screen.maxY)
            if let title = bar.title {
                #expect(title.frame.y >= -0.01 && title.frame.maxY <= screen.maxY + 0.01)
            }
            for text in [bar.title, bar.prompt, bar.back?.label].compactMap(\.self) {
                #expect(text.text == text.text.printable)
            }
            #expect((0...1).contains(bar.alpha))
        }
    }

    @Test("From right to left a bar is its own mirror image", arguments: seeds)
    func mirrored(seed: UInt64) throws {
        let (sample, met) = Self.meet(seed)
        // English in the script of Arabic: the same words, the other way round.
        let traits = met.with { $0.locale = .english }
        let turned = traits.with {
            $0.locale = LanguageTag("en-Arab") ?? .english
            $0.safeArea.left = traits.safeArea.right
            $0.safeArea.right = traits.safeArea.left
        }
        let (bars, mirror) = (
            Self.bars(sample.layout(on: traits)), Self.bars(sample.layout(on: turned))
        )
        #expect(bars.count == mirror.count)
        for (bar, other) in zip(bars, mirror) {
            let screen = traits.screen
            let pairs: [(Rect?, Rect?)] =
                [
                    (bar.title?.frame, other.title?.frame),
                    (bar.prompt?.frame, other.prompt?.frame), (bar.back?.frame, other.back?.frame),
                    (bar.back?.label?.frame, other.back?.label?.frame),
                    (bar.back?.indicator.frame, other.back?.indicator.frame),
                    (bar.segmentedControl?.frame, other.segmentedControl?.frame),
                ]
                + zip(bar.left + bar.right, other.left + other.right).map { ($0.frame, $1.frame) }
            for (first, second) in pairs {
                let expected = first?.mirrored(in: screen)
                #expect((expected == nil) == (second == nil), "seed \(seed)")
                guard let expected, let second else { continue }
                #expect(abs(expected.x - second.x) < 0.01, "seed \(seed): \(expected) \(second)")
                #expect(expected.y == second.y && expected.height == second.height)
            }
            #expect(bar.pushEdge == "right" && other.pushEdge == "left")
        }
    }

    @Test("A layout of absurd properties can be drawn", arguments: seeds.prefix(40))
    func drawn(seed: UInt64) throws {
        let (sample, traits) = Self.meet(seed)
        _ = try sample.svg(on: traits)
    }

    @Test("A screen without any size has a layout")
    func noScreen() {
        let sizes = [(0, 0), (5, 2_000), (400, 80)].map { Size(width: $0, height: $1) }
        for size in sizes {
            let traits = TestDevice.phone.with { $0.size = size }
            let (sample, _) = Self.meet(7)
            for bar in Self.bars(sample.layout(on: traits)) {
                #expect(bar.frame.width >= 0 && bar.frame.height >= 0)
                #expect(bar.frame.width.isFinite && bar.frame.y.isFinite)
                #expect(bar.frame.maxY <= traits.size.height)
                for button in bar.left + bar.right {
                    #expect(button.frame.maxY <= bar.frame.maxY)
                }
            }
        }
    }
}

extension SeededGenerator {
    /// Something that may or may not be what the property can be.
    fileprivate mutating func value(of property: Property, _ words: [String]) -> String? {
        guard !oneIn(3) else { return pick(words) }
        return switch property.type {
        case .flag: pick(["true", "false"])
        case .integer: "\(below(80))"
        case .number(let range): "\(range.lowerBound + Double(below(300)))"
        case .choice(let choices): pick(choices)
        case .color: pick(["#12345678", "clear", "systemPink", "#FFFFFF"])
        case .list: "one,two,three"
        case .offset: pick(["0,0", "9999,-9999", "-5,5"])
        case .insets: pick(["0,0,0,0", "9999,9999,9999,9999", "1,2,3,4"])
        case .text, .message: pick(words)
        }
    }
}
