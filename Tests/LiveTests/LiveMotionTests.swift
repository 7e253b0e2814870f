import CommandLine
import Foundation
import NavigationBars
import NavigationModel
import SeededRandom
import Testing

@testable import Live

/// The promise: a change of the scene is seen to move as the layout of the device has it, ends where
/// it would have been without, and costs nothing once it is over.
@Suite("The motion of a device in the terminal")
struct LiveMotionTests {
    private static let pushed = Intent.push(
        ScreenDescription(route: "mail://8", title: "Another"), onto: .tab("inbox"))

    /// Returns the screens from the start of a motion to its end, a tenth of it apart, and the
    /// screen of somebody who has no motion.
    private func screens(
        _ intent: Intent, locale: LanguageTag = .english, reducingMotion: Bool = false
    ) throws -> (moving: [[String]], still: [String]) {
        var person = try Person(isMoving: true)
        var other = try Person()
        var device = Person.traits(locale: locale).device
        device.reducesMotion = reducingMotion
        let traits = LiveTraits(device: device, profile: "iphone-16")
        for event in [LiveEvent.traits([traits])] {
            person.take(event)
            other.take(event)
        }
        try person.see(intent)
        try other.see(intent)
        let duration = try #require(person.model.motion).duration
        #expect(person.effects.contains(.move(duration)))
        var moving: [[String]] = []
        for step in 0...10 {
            person.take(.moved(duration * step / 10))
            moving.append(person.screen)
        }
        #expect(person.model.motion == nil)
        return (moving, other.screen)
    }

    @Test("A pushed screen comes in from the end of the line, and the tabs stay")
    func push() throws {
        let (moving, still) = try screens(Self.pushed)
        #expect(moving.last == still)
        let row = try #require(still.firstIndex { $0.contains("Another") })
        let columns = moving.compactMap { lines in
            lines[row].range(of: "Another").map {
                lines[row].distance(from: lines[row].startIndex, to: $0.lowerBound)
            }
        }
        #expect(columns == columns.sorted(by: >) && Set(columns).count > 2, "\(columns)")
        #expect(Set(moving.map { $0.first { $0.contains("Search") } }).count == 1)
    }

    @Test("In Arabic a pushed screen comes in from the left")
    func mirrored() throws {
        let (moving, still) = try screens(Self.pushed, locale: try #require(LanguageTag("ar")))
        #expect(moving.last == still)
        #expect(moving[1] != still)
    }

    @Test("A sheet rises from the lower edge")
    func sheet() throws {
        let (moving, still) = try screens(
            .presentModal(ModalDescription(route: "mail://discard", title: "Discard?")))
        #expect(moving.last == still)
        let rows = moving.compactMap { lines in lines.firstIndex { $0.contains("Discard?") } }
        #expect(rows == rows.sorted(by: >) && rows.count > 3, "\(rows)")
    }

    @Test("With reduced motion nothing changes its place")
    func reduced() throws {
        let (moving, still) = try screens(Self.pushed, reducingMotion: true)
        let places = Set(moving.map { $0 })
        #expect(places.count == 2 && moving.last == still)
    }

    @Test("A change of a badge moves nothing; a resize ends what moves")
    func others() throws {
        var person = try Person(isMoving: true)
        try person.see(.updateTab("inbox", title: "Post"))
        #expect(person.model.motion == nil)
        try person.see(Self.pushed)
        #expect(person.model.motion != nil)
        person.take(.resized(TerminalSize(columns: 60, rows: 20)))
        #expect(person.model.motion == nil)
        #expect(person.screen.count == 20)
    }

    @Test(
        "Lines between any two drawings are as wide and as many", arguments: 0..<40 as Range<UInt64>
    )
    func sizes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "한", "م", "é", " ", "│"]
        let width = Int.random(in: 2...30, using: &generator)
        func lines() -> [StyledLine] {
            (0..<8).map { _ in
                var line = StyledLine()
                while line.width < width {
                    let letter = letters.randomElement(using: &generator) ?? " "
                    line.append(letter.label(width: width - line.width))
                    line.pad(to: min(width, line.width + 1))
                }
                return line
            }
        }
        let moving = MovingLines(
            old: lines(), new: lines(), width: width, still: [7], isMirrored: seed % 2 == 0)
        for progress in stride(from: -0.1, through: 1.2, by: 0.1) {
            for result in [
                moving.slid(by: progress, isBack: false), moving.slid(by: progress, isBack: true),
                moving.risen(by: progress, isDown: false), moving.faded(by: progress),
            ] {
                #expect(result.count == 8, "seed \(seed)")
                #expect(result.allSatisfy { $0.width == width }, "seed \(seed)")
            }
        }
        #expect(moving.slid(by: 1, isBack: false)[7] == moving.new[7])
    }
}
