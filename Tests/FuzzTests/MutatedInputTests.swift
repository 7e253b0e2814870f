import Foundation
import FuzzTargets
import SeededRandom
import Testing

/// Inputs that are made of kept ones by chance, as a fuzzer makes them that sees nothing of the code.
///
/// The same each time: so many that a reader that goes wrong soon is seen. `.ci/fuzz` looks further.
@Suite struct MutatedInputTests {
    /// The seeds of the inputs of each target: `NAVSYNC_FUZZ_SEEDS=500..<600` makes others.
    private static let seeds: Range<UInt64> = {
        let given = ProcessInfo.processInfo.environment["NAVSYNC_FUZZ_SEEDS"] ?? ""
        let bounds = given.components(separatedBy: "..<").compactMap(UInt64.init)
        return bounds.count == 2 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : 0..<500
    }()

    @Test("Mutated inputs are harmless", arguments: FuzzTarget.allCases)
    func mutated(_ target: FuzzTarget) async throws {
        // Those that take long to read have been read as they are.
        let kept = try KeptInputTests.inputs(of: target).map(\.bytes).filter { $0.count <= 20_000 }
        try #require(!kept.isEmpty)
        for seed in Self.seeds {
            // The tests beside this one have deadlines.
            await Task.yield()
            var generator = SeededGenerator(seed: seed)
            let bytes = Self.mutated(kept, &generator)
            do { try await target.run(bytes) } catch {
                let text = Data(bytes.prefix(4_096)).base64EncodedString()
                Issue.record(error, "\(target), seed \(seed): \(text)")
                return
            }
        }
    }

    /// One of the inputs with some changes.
    private static func mutated(
        _ inputs: [[UInt8]], _ generator: inout SeededGenerator
    ) -> [UInt8] {
        var bytes = generator.pick(inputs) ?? []
        for _ in 0...generator.below(3) {
            let start = generator.below(bytes.count + 1)
            let end = min(bytes.count, start + generator.below(16))
            switch generator.below(6) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 2: bytes.replaceSubrange(start..<end, with: chunk(of: inputs, &generator))
            case 3: bytes.insert(generator.pick(edges) ?? 0, at: start)
            default:
                guard start < bytes.count else { continue }
                bytes[start] =
                    generator.oneIn(2)
                    ? generator.pick(edges) ?? 0 : bytes[start] ^ (1 << generator.below(8))
            }
        }
        return bytes
    }

    private static func chunk(
        of inputs: [[UInt8]], _ generator: inout SeededGenerator
    ) -> ArraySlice<UInt8> {
        let other = generator.pick(inputs) ?? []
        let start = generator.below(other.count + 1)
        return other[start..<min(other.count, start + generator.below(64))]
    }

    /// Bytes at which readers go wrong.
    private static let edges: [UInt8] = [
        0, 1, 0x0a, 0x0d, 0x1b, 0x20, 0x22, 0x27, 0x2f, 0x3a, 0x7f, 0x80, 0xc2, 0xe2, 0xf0, 0xff,
    ]
}
