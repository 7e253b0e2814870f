import Testing

import CommandLine
@testable import Demo

@Suite("The verdict of the demo")
struct ConvergenceReportTests {
    @Test("Equal digests at one revision, every change with its outcome: equal")
    func equal() {
        #expect(ConvergenceReport.sample().equal)
        #expect(ConvergenceReport.sample().differences == [])
    }

    @Test("A digest that differs is found")
    func digest() {
        let verdict = ConvergenceReport.sample(tabletDigest: "b")
        #expect(!verdict.equal)
        #expect(verdict.differences == ["tablet's digest differs from the daemon's"])
    }

    @Test("A device that is behind is found, even with an equal digest")
    func revision() {
        let verdict = ConvergenceReport.sample(tabletRevision: 20)
        #expect(!verdict.equal)
        #expect(verdict.differences == ["tablet is at revision 20, the daemon at 21"])
    }

    @Test("A change without outcome is found, and one outcome too many")
    func outcomes() {
        let lost = ConvergenceReport.sample(deskOutcomes: ["applied": 5])
        #expect(lost.differences == ["1 of desk's changes have no outcome"])
        #expect(!lost.equal)
        #expect(!ConvergenceReport.sample(deskOutcomes: ["applied": 7]).equal)
    }

    @Test("A device that is missing, or has done nothing, is no proof")
    func missing() {
        let all = ConvergenceReport.sample()
        #expect(
            !ConvergenceReport(devices: Array(all.devices.dropLast()), daemon: all.daemon).equal)
        let idle = ConvergenceReport.Device(
            name: "desk", digest: all.daemon.digest, revision: 21, changes: 0, outcomes: [:])
        #expect(
            !ConvergenceReport(devices: all.devices.dropLast() + [idle], daemon: all.daemon).equal)
    }

    @Test("For programs it prints all of it")
    func object() throws {
        let text = try JSON(encoding: ConvergenceReport.sample(tabletDigest: "b")).text
        #expect(text.contains(#""equal":false"#))
        #expect(text.contains(#""differences":["tablet's digest differs from the daemon's"]"#))
        #expect(text.contains(#""outcomes":{"applied":6,"noop":1}"#))
    }
}
