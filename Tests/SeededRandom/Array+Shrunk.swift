extension Array {
    /// What is left when nothing more can be taken out without `fails` turning false: first halves
    /// are tried, then ever smaller runs, at the end each element alone.
    package func shrunk(while fails: ([Element]) -> Bool) -> [Element] {
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
}
