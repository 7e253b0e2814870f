extension Array {
    /// Returns the elements that are left when nothing more can be taken out without `fails`
    /// turning false: first halves are tried, then ever smaller runs, then each element alone, at
    /// the end each two together.
    package func shrunk(while fails: ([Element]) -> Bool) -> [Element] {
        var smallest = withoutRuns(while: fails)
        while let smaller = smallest.withoutTwo(while: fails) {
            smallest = smaller.withoutRuns(while: fails)
        }
        return smallest
    }

    private func withoutRuns(while fails: ([Element]) -> Bool) -> [Element] {
        var smallest = self
        var width = Swift.max(count / 2, 1)
        while width > 0 {
            var isSmaller = false
            var start = 0
            while start < smallest.count {
                var candidate = smallest
                candidate.removeSubrange(start..<Swift.min(start + width, candidate.count))
                if fails(candidate) {
                    smallest = candidate
                    isSmaller = true
                } else {
                    start += width
                }
            }
            // What one removal has made possible may be anywhere.
            if width > 1 || !isSmaller { width /= 2 }
        }
        return smallest
    }

    /// Returns the array without two of its elements, if it still fails: an action and its effect
    /// are often of no use without each other.
    private func withoutTwo(while fails: ([Element]) -> Bool) -> [Element]? {
        for second in indices {
            for first in indices.prefix(second) {
                var candidate = self
                candidate.remove(at: second)
                candidate.remove(at: first)
                if fails(candidate) { return candidate }
            }
        }
        return nil
    }
}
