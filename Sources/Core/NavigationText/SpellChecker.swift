/// The search for a word that was probably meant.
package enum SpellChecker {
    /// Returns the candidate nearest to `word`, if it is near enough to be a slip of the fingers.
    package static func nearest(to word: String, in candidates: [String]) -> String? {
        nearest(to: word, in: candidates, atMost: 1).first
    }

    /// Returns the candidates that are near enough to be slips of the fingers, nearest first.
    package static func nearest(
        to word: String, in candidates: [String], atMost limit: Int
    ) -> [String] {
        // A long word is no slip, and the distance costs the product of the lengths.
        guard word.utf8.count <= 128 else { return [] }
        let measured = candidates.map { (candidate: $0, distance: distance(word, $0)) }
        // What is clearly farther than the nearest is not what was meant.
        let farthest = (measured.map(\.distance).min() ?? 0) + 1
        let near = measured.filter {
            $0.distance <= max(1, $0.candidate.count / 3) && $0.distance <= farthest
        }
        return near.enumerated().sorted { left, right in
            (left.element.distance, left.offset) < (right.element.distance, right.offset)
        }.prefix(limit).map(\.element.candidate)
    }

    /// Returns the number of letters to insert, delete, replace or swap with their neighbour,
    /// regardless of case.
    package static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased())
        let right = Array(right.lowercased())
        var before: [Int] = []
        var above = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = above[column] + (letter == other ? 0 : 1)
                var best = min(replaced, above[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            before = above
            above = current
        }
        return above[right.count]
    }
}
