/// A gate that is open unless it is temporarily closed.
actor Gate {
    private var isShut = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Closes the gate.
    func begin() {
        isShut = true
    }

    /// Opens the gate, and resumes waiting tasks.
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
