import Foundation

extension Installation {
    /// Starts `navctl` for a copy, and stops it in its midst: `SIGCONT` lets it go on.
    func copyHalfway(_ words: [String]) async throws -> RunningProcess {
        let copy = try start("navctl", words + ["--progress"])
        try await copy.wait(for: "the middle of it") { transcript in
            transcript.errors.text.contains("0 %") ? true : nil
        }
        copy.signal(SIGSTOP)
        let progress = copy.transcript.errors.text
        guard !progress.contains("100 %") else { throw NeverCame("a copy that takes its time") }
        return copy
    }

    /// Starts a daemon whose scene has one tab, to push on.
    func daemonWithTab() async throws -> RunningProcess {
        let daemon = try await daemon()
        try await change("tab", "declare", "inbox", "--title", "Inbox")
        return daemon
    }

    /// Returns the names in a directory, in order.
    func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// Returns a Boolean value indicating whether the daemon's directory is free of leftovers.
    func isTidy() throws -> Bool {
        try names(in: data).allSatisfy {
            !$0.hasSuffix(".restoring") && !$0.hasSuffix(".restored") && !$0.hasSuffix(".part")
        }
    }
}
