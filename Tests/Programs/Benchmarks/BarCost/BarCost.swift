import Benchmark
import MeasuredSubjects
import NavigationBars

/// The time and the allocations of a picture of a scene: its layout alone, and with its drawing as
/// SVG. It takes under a millisecond, however deep the stacks are and however many tabs there are.
let benchmarks: @Sendable () -> Void = {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock, .mallocCountTotal], warmupIterations: 100, scalingFactor: .one,
        maxDuration: .seconds(3), maxIterations: 5_000)
    for subject in [BarSubject(tabs: 5, depth: 1_000), BarSubject(tabs: 64, depth: 10)] {
        Benchmark("Layout of \(subject.name)", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(subject.layout) }
        }
        Benchmark("Layout and SVG of \(subject.name)", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(SVGDrawing(of: subject.layout).text) }
        }
    }
}
