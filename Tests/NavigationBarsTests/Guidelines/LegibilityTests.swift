import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Guidelines for what people set on a device")
struct LegibilityTests {
    private func findings(
        _ sample: NavigationBarSample, on device: DeviceTraits = TestDevice.phone,
        _ change: (inout DeviceTraits) -> Void = { _ in }
    ) -> [String] {
        let codes = ["text-contrast", "text-truncated", "see-through-bar", "directional-symbol"]
        return Linter.findings(in: sample.scene, on: [device.with(change)]).filter {
            codes.contains($0.code)
        }.map { "\($0.code) \($0.item): \($0.reason)" }
    }

    @Test("The platform's own colours are fine, in light and dark and with more contrast")
    func platform() {
        for profile in DeviceProfile.all {
            for appearance in DeviceTraits.Appearance.allCases {
                let traits = profile.traits(appearance: appearance)
                #expect(findings(NavigationBarSample(), on: traits) == [], "\(profile.name)")
                #expect(
                    findings(NavigationBarSample(), on: traits) { $0.increasesContrast = true }
                        == [], "\(profile.name)")
            }
        }
    }

    @Test("A title in the app's own colour needs a contrast of 4.5, and 7 where people want more")
    func contrast() throws {
        func sample(_ color: String) -> NavigationBarSample {
            NavigationBarSample(
                bar: ["navigationBar.titleTextAttributes.foregroundColor": color])
        }
        #expect(findings(sample("#000000")) == [])
        #expect(findings(sample("#595959")) == [])
        let yellow = findings(sample("#FFFF00"))
        #expect(yellow.count == 1)
        #expect(try #require(yellow.first).contains("text-contrast tab"))
        #expect(try #require(yellow.first).contains("'General' in #FFFF00 on #"))
        #expect(try #require(yellow.first).hasSuffix("the minimum is 4.5"))
        let gray = findings(sample("#666666")) { $0.increasesContrast = true }
        #expect(
            gray.count == 1
                && gray[0].contains("with increased contrast, the minimum is 7"))
    }

    @Test("A title that is cut is found at the size at which it is, and a tab's label in bold")
    func truncated() throws {
        let sample = NavigationBarSample(
            ["Conversations"], bar: ["navigationBar.prefersLargeTitles": "true"])
        #expect(findings(sample) == [])
        #expect(findings(sample) { $0.textSize = .xS } == [])
        let large = findings(sample) { $0.textSize = .AX5 }
        #expect(large.count == 1)
        #expect(large[0].hasPrefix("text-truncated tab"))
        #expect(large[0].contains("'Conversations' is shown as 'Conv"))
        #expect(large[0].hasSuffix("with text of size AX5"))
        // Of titles that are longer and longer, some fit but in bold, and some never do.
        let titles = (20...80).map { NavigationBarSample([String(repeating: "w", count: $0)]) }
        #expect(titles.allSatisfy { findings($0) == [] })
        let bold = titles.flatMap { sample in findings(sample) { $0.isBoldText = true } }
        #expect(bold.count > 0 && bold.count < titles.count)
        #expect(bold.allSatisfy { $0.hasSuffix("with bold text") })
    }

    @Test("A bar in a see-through colour is found where people reduce transparency")
    func transparency() {
        let sample = NavigationBarSample(
            bar: ["navigationBar.standardAppearance.backgroundColor": "#FFFFFF80"])
        #expect(findings(sample) { $0.scrollOffset = 40 } == [])
        let found = findings(sample) {
            $0.scrollOffset = 40
            $0.reducesTransparency = true
        }
        #expect(found.count == 1 && found[0].contains("see-through-bar tab"))
        #expect(found[0].contains("#FFFFFF, which is 50 % opaque, on a device with reduced"))
    }

    @Test("An arrow to a side is found where text runs from right to left, a turning one is not")
    func direction() throws {
        func sample(_ symbol: String) -> NavigationBarSample {
            NavigationBarSample(top: ["right": "next", "right.next.image": symbol])
        }
        let arabic = try #require(LanguageTag("ar"))
        #expect(findings(sample("chevron.right")) == [])
        let found = findings(sample("chevron.right")) { $0.locale = arabic }
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("directional-symbol screen s1"))
        #expect(found[0].contains("'chevron.forward' turns"))
        #expect(findings(sample("chevron.forward")) { $0.locale = arabic } == [])
        #expect(findings(sample("square.and.arrow.up")) { $0.locale = arabic } == [])
        let turned = findings(sample("arrow.left")) { $0.layoutDirection = .rightToLeft }
        #expect(turned.count == 1 && turned[0].contains("'arrow.backward'"))
    }
}
