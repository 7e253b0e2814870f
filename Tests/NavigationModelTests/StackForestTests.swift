import SeededRandom
import Testing

@testable import NavigationModel

/// The stack that is kept up to date write by write is the stack that is made from all at once.
struct StackForestTests {
    @Test(
        "Writes in any order make the forest that the same screens make in theirs",
        arguments: 1...60)
    func incremental(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var screens: [ScreenID: PlacedScreen] = [:]
        var floor = Stamp.zero
        var forest = StackForest()
        for step in 1...80 {
            switch generator.below(20) {
            case 0:
                floor = max(floor, stamp(generator.below(step * 10)))
                forest.raise(to: floor)
            case 1..<5:
                guard let old = generator.pick(screens.values.sorted { $0.id < $1.id }) else {
                    break
                }
                let popped = old.with(isThere: !old.isThere)
                screens[old.id] = popped
                forest.put(popped)
            case 5:
                guard let old = generator.pick(screens.values.sorted { $0.id < $1.id }) else {
                    break
                }
                screens[old.id] = nil
                forest.remove(old.id)
            default:
                let screen = screen(step, on: screens, &generator)
                screens[screen.id] = screen
                forest.put(screen)
            }
            if generator.oneIn(2) { forest.settle() }
            guard step.isMultiple(of: 3) else { continue }
            forest.settle()
            let expected = made(of: screens.values, above: floor)
            #expect(forest.entries == expected.entries, "seed \(seed), step \(step)")
            #expect(forest.bottom == expected.entries.first, "seed \(seed), step \(step)")
            #expect(forest.top == expected.entries.last, "seed \(seed), step \(step)")
            #expect(forest.count == expected.entries.count, "seed \(seed), step \(step)")
            for entry in expected.entries {
                #expect(entry.twins.allSatisfy { forest.entry(of: $0) == entry }, "seed \(seed)")
            }
        }
    }

    /// Some are put on top as people do, some late, some on what is not there, some are items.
    private func screen(
        _ step: Int, on screens: [ScreenID: PlacedScreen], _ generator: inout SeededGenerator
    ) -> PlacedScreen {
        let isLate = generator.oneIn(4)
        let number = isLate ? generator.below(step * 10) * 100 + step : step * 1_000
        let known = screens.keys.sorted()
        let below =
            generator.oneIn(12)
            ? ScreenID(unchecked: "s\(generator.below(90))") : generator.pick(known)
        let relink =
            generator.oneIn(10)
            ? below.map { Relink(of: $0, to: generator.pick(known)) } : nil
        let order = stamp(generator.oneIn(10) ? number / 2 : number, step)
        return PlacedScreen(
            id: ScreenID(unchecked: "s\(step)"), stamp: stamp(number, step), order: order,
            base: generator.oneIn(8) ? .item : .pushed(on: below), isThere: !generator.oneIn(5),
            content: generator.oneIn(30) ? nil : .route(.text("r\(generator.below(12))")),
            lifted: generator.oneIn(15) ? stamp(generator.below(step * 1_000), 100 + step) : nil,
            relink: relink)
    }

    private func made(
        of screens: some Swift.Sequence<PlacedScreen>, above floor: Stamp
    ) -> StackForest {
        var forest = StackForest()
        forest.raise(to: floor)
        for screen in screens.sorted(by: { ($0.order, $0.id) < ($1.order, $1.id) }) {
            forest.put(screen)
        }
        forest.settle()
        return forest
    }

    private func stamp(_ time: Int, _ sequence: Int = 0) -> Stamp {
        Stamp(
            time: Timestamp(rawValue: Int64(time + 1)), device: .daemon,
            sequence: SequenceNumber(rawValue: UInt64(sequence)))
    }
}

extension PlacedScreen {
    fileprivate func with(isThere: Bool) -> PlacedScreen {
        PlacedScreen(
            id: id, stamp: stamp, order: order, base: base, isThere: isThere, content: content,
            lifted: lifted, relink: relink)
    }
}
