/// A gate that is open, until somebody shuts it for a while.
actor Gate {
    private var isShut = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Shuts the gate.
    func begin() {
        isShut = true
    }

    /// Opens it, for those who wait too.
    func finish() {
        isShut = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Returns when the gate is open, at once if it is.
    func end() async {
        guard isShut else { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
