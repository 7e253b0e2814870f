import Foundation
import Testing

/// A file beside the tests that holds what is expected, for people to look at.
///
/// Tests that run with `NAVSYNC_RECORD_GOLDEN=1` write such files anew instead of comparing, and
/// fail, so that nobody takes a run that recorded for one that compared. Look at what changed.
enum GoldenFile {
    /// Expects `text` to be what the file holds, or writes it there.
    static func expect(
        _ text: String, toBe file: URL, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let name = file.lastPathComponent
        if ProcessInfo.processInfo.environment["NAVSYNC_RECORD_GOLDEN"] != nil {
            guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
            try Data(text.utf8).write(to: file)
            Issue.record("\(name) is recorded; compare it", sourceLocation: sourceLocation)
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let (line, was, comes) = firstDifference(expected, text)
        #expect(
            expected == text, "\(name):\(line) was \(was), is \(comes)",
            sourceLocation: sourceLocation)
    }

    private static func firstDifference(_ expected: String, _ text: String) -> (Int, String, String)
    {
        let (old, new) = (expected.split(separator: "\n"), text.split(separator: "\n"))
        let same = zip(old, new).prefix { $0 == $1 }.count
        return (
            same + 1, same < old.count ? String(old[same]) : "nothing",
            same < new.count ? String(new[same]) : "nothing"
        )
    }
}
