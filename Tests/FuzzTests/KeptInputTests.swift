import Foundation
import FuzzTargets
import Testing

/// Inputs that fuzzing has found: those that reach far, and those that once did harm.
@Suite struct KeptInputTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// The kept inputs of a target by their names.
    static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        try ["Corpus", "Crashes"].flatMap { kind in
            let directory = folder.appending(path: "\(kind)/\(target.rawValue)")
            guard FileManager.default.fileExists(atPath: directory.path) else { return [] as [URL] }
            return try FileManager.default.contentsOfDirectory(
                at: directory, includingPropertiesForKeys: nil)
        }.map { ($0.lastPathComponent, try [UInt8](Data(contentsOf: $0))) }
    }

    @Test("Inputs that were once found stay harmless", arguments: FuzzTarget.allCases)
    func kept(_ target: FuzzTarget) async throws {
        let inputs = try Self.inputs(of: target)
        #expect(!inputs.isEmpty, "\(target) has no corpus")
        for (name, bytes) in inputs {
            await Task.yield()
            do { try await target.run(bytes) } catch { Issue.record(error, "\(target)/\(name)") }
        }
    }

    @Test("The fuzzer's seeds are harmless", arguments: FuzzTarget.allCases)
    func seeds(_ target: FuzzTarget) async throws {
        for (number, bytes) in try target.seeds().enumerated() {
            do { try await target.run(bytes) } catch { Issue.record(error, "\(target): \(number)") }
        }
    }
}
