extension [String] {
    /// The names of a list, each where it stands first: what is named twice is one thing.
    var firstOfEach: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
