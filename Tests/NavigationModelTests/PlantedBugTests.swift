import Testing

/// The tests of the promises can fail: each finds a bug that is planted for it.
@Suite struct PlantedBugTests {
    @Test("A planted bug is found, and its run made small", arguments: PlantedBug.all)
    func found(bug: PlantedBug) throws {
        let failure = try #require(
            bug.property.failure(of: bug.subject, seeds: 0..<200), "not found")
        #expect(failure.schedule.steps.count <= 14, "\(failure)")
        for index in failure.schedule.steps.indices {
            var smaller = failure.schedule
            smaller.steps.remove(at: index)
            #expect(
                bug.property.complaint(smaller.run(on: bug.subject)) == nil,
                "step \(index + 1) can be left out\n\(failure)")
        }
        #expect(bug.property.complaint(failure.schedule.run()) == nil, "the product fails too")
    }
}
