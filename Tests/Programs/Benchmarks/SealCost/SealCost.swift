import Benchmark
import MeasuredSubjects

/// The time that sealing adds to a publication, which is made once however many subscribe, and that
/// opening adds at each mirror: from a repeated head to a full frame.
///
/// Encoding is the cost of an unsealed publication; sealing and opening include it.
let benchmarks: @Sendable () -> Void = {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock], warmupIterations: 10, scalingFactor: .kilo,
        maxDuration: .seconds(3), maxIterations: 100)
    for pushes in [0, 1, 10, SealSubject.mostPushes] {
        Benchmark("Encode \(pushes) pushes", configuration: configuration) { benchmark, subject in
            for _ in benchmark.scaledIterations { blackHole(subject.encoded()) }
        } setup: {
            SealSubject(pushes: pushes)
        }
        Benchmark("Seal \(pushes) pushes", configuration: configuration) { benchmark, subject in
            for _ in benchmark.scaledIterations { blackHole(subject.sealed()) }
        } setup: {
            SealSubject(pushes: pushes)
        }
        Benchmark("Decode \(pushes) pushes", configuration: configuration) { benchmark, subject in
            for _ in benchmark.scaledIterations { blackHole(subject.decoded()) }
        } setup: {
            SealSubject(pushes: pushes)
        }
        Benchmark("Open \(pushes) pushes", configuration: configuration) { benchmark, subject in
            for _ in benchmark.scaledIterations { blackHole(subject.opened()) }
        } setup: {
            SealSubject(pushes: pushes)
        }
    }
}
