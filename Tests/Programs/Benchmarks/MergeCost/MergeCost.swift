import Benchmark
import MeasuredSubjects

/// The time that a change takes where the daemon executes it, and its commit where a mirror applies
/// it: the same on a stack of ten screens and of ten thousand, after a thousand commits and after a
/// million.
///
/// One iteration is a push and a pop of the top screen, so that the stack stays as deep as it is.
let benchmarks: @Sendable () -> Void = {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock], warmupIterations: 10, scalingFactor: .kilo,
        maxDuration: .seconds(3), maxIterations: 100)
    for depth in [10, 100, 1_000, 10_000] {
        Benchmark("On \(depth) screens", configuration: configuration) { benchmark, subject in
            for _ in benchmark.scaledIterations { subject.pushAndPop() }
        } setup: {
            MergeSubject(depth: depth)
        }
    }
    for commits in [1_000, 10_000, 100_000, 1_000_000] {
        Benchmark("After \(commits) commits", configuration: configuration) { benchmark, subject in
            for _ in benchmark.scaledIterations { subject.pushAndPop() }
        } setup: {
            MergeSubject(history: commits)
        }
    }
}
