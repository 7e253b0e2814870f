internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire

/// The results of `doctor`: checks of one scene, read from every source.
struct DoctorReport {
    /// One check.
    struct Check {
        let name: String
        var revision: Revision?
        var digest: Digest?
        /// A Boolean value indicating whether the check passed; `nil` if there is nothing to
        /// compare with.
        var isFine: Bool?
        /// The result.
        var finding: String
        /// The advice, if something is wrong.
        var advice: String?
    }

    private(set) var checks: [Check] = []
    private let reports: [String]

    /// - Parameter reports: the paths of reports on earlier divergences.
    init(reports: [String]) {
        self.reports = reports
    }

    /// A Boolean value indicating whether nothing is wrong.
    var isFine: Bool { !checks.contains { $0.isFine == false } }

    // MARK: The daemon

    /// Adds the results of the daemon's own check.
    mutating func add(_ audit: Audit) {
        checks.append(
            Check(
                name: "daemon memory", revision: audit.memory.revision,
                digest: audit.memory.digest, isFine: true, finding: "ok"))
        add("log replay", audit.replay, audit.memory)
        add("snapshot and log", audit.snapshot, audit.memory)
        checks.append(
            Check(
                name: "database", isFine: audit.fault == nil,
                finding: audit.fault
                    ?? (audit.isOfWholeStore ? "ok" : "not checked: administrators only"),
                advice: audit.fault.map { _ in Self.restore }))
    }

    private mutating func add(_ name: String, _ finding: Audit.CheckResult, _ memory: Head) {
        switch finding {
        case .unreadable(let why):
            checks.append(
                Check(name: name, isFine: false, finding: why, advice: Self.restore))
        case .state(let digest, let revision, let start):
            let isFine = revision == memory.revision ? digest == memory.digest : nil
            checks.append(
                Check(
                    name: name, revision: revision, digest: digest, isFine: isFine,
                    finding: Self.verdict(isFine, "the daemon's memory")
                        + (start > .zero ? ", from revision \(start)" : ""),
                    advice: isFine == false ? Self.restart : nil))
        }
    }

    private static let restart =
        "restart navsyncd to reload its log; if it differs again, restore a backup"
    private static let restore =
        "stop navsyncd and restore a backup: see 'navctl help restore'"

    // MARK: The mirror

    /// Adds the mirror as it was on disk, compared with the daemon's state at that revision.
    mutating func add(
        _ kept: Result<ConfirmedScene?, NavigationClientError>, in session: SceneMirror,
        isRepaired: Bool
    ) async {
        let name = "mirror on disk"
        let advice = isRepaired ? "it has been replaced" : "run 'navctl doctor --repair'"
        let mirror: ConfirmedScene
        switch kept {
        case .failure(let error):
            checks.append(
                Check(name: name, isFine: false, finding: error.words, advice: advice))
            return
        case .success(nil):
            checks.append(Check(name: name, finding: "no mirror stored yet"))
            return
        case .success(.some(let confirmed)):
            mirror = confirmed
        }
        let digest = mirror.state.recomputedDigest
        var check = Check(name: name, revision: mirror.revision, digest: digest, finding: "")
        guard await session.otherStore == nil else {
            check.finding = "not compared: belongs to another store than the daemon's"
            checks.append(check)
            return
        }
        do {
            let remote = try await session.digest(at: mirror.revision)
            if remote.epoch == mirror.epoch {
                check.isFine = remote.digest == digest
                check.finding = Self.verdict(check.isFine, "the daemon at that revision")
            } else {
                check.finding = "not compared: belongs to an earlier epoch"
            }
        } catch {
            check.finding = "not compared: \(error.words)"
        }
        if check.isFine == false { check.advice = advice }
        checks.append(check)
    }

    /// Adds the result of checking the whole database of the device.
    mutating func add(deviceFault fault: String?) {
        checks.append(
            Check(
                name: "device's database", isFine: fault == nil, finding: fault ?? "ok",
                advice: fault.map { _ in Self.anew }))
    }

    private static let anew =
        "submit the pending changes, then move the device's directory away and pair again"

    /// Adds the mirror as it is now.
    mutating func add(_ view: MirrorUpdate, _ memory: Head?) {
        let digest = view.state.recomputedDigest
        var isFine: Bool?
        if digest != view.digest {
            isFine = false
        } else if let memory, memory.epoch == view.epoch, memory.revision == view.revision {
            isFine = digest == memory.digest
        }
        if case .diverged = view.status { isFine = false }
        checks.append(
            Check(
                name: "mirror now", revision: view.revision, digest: digest, isFine: isFine,
                finding: Self.verdict(isFine, "the daemon's memory"),
                advice: isFine == false ? "run 'navctl doctor --repair'" : nil))
    }

    /// Adds a divergence that was repaired meanwhile.
    mutating func add(_ repaired: Divergence) {
        checks.append(
            Check(
                name: "replaced", revision: repaired.mirror.revision,
                digest: repaired.mirror.state.recomputedDigest, isFine: false,
                finding: DivergenceText.words(repaired), advice: DivergenceText.advice(repaired)))
    }

    /// Adds a problem of the device's own directory.
    mutating func add(_ problem: NavigationClientError) {
        checks.append(Check(name: "device", isFine: false, finding: problem.words))
    }

    private static func verdict(_ isFine: Bool?, _ other: String) -> String {
        switch isFine {
        case true?: "ok"
        case false?: "DIFFERS from \(other)"
        case nil: "not compared: revision differs from \(other)"
        }
    }

    // MARK: Output

    /// A line for each check, with the advice under it.
    var lines: [StyledLine] {
        var lines: [StyledLine] = []
        for check in checks {
            var line = StyledLine("\(check.name)", .dim)
            line.pad(to: 18)
            line.append(check.revision.map { "revision \($0)" } ?? .empty)
            line.pad(to: 34)
            line.append("\(check.digest?.description.prefix(12) ?? "")", .dim)
            line.pad(to: 48)
            line.append(check.finding.label(), check.isFine == false ? .badge : .plain)
            lines.append(line)
            if let advice = check.advice { lines.append(StyledLine("  → \(advice)", .accent)) }
        }
        for report in reports {
            lines.append(StyledLine("report            \(report.label())", .dim))
        }
        return lines
    }

    /// For programs.
    var object: DoctorJSON {
        DoctorJSON(
            ok: isFine, reports: reports,
            checks: checks.map { check in
                DoctorJSON.Check(
                    name: check.name, revision: check.revision?.rawValue,
                    digest: check.digest?.description, ok: check.isFine, finding: check.finding,
                    advice: check.advice)
            })
    }
}

/// The results of `doctor` as JSON.
struct DoctorJSON: Encodable {
    fileprivate let ok: Bool
    fileprivate let reports: [String]
    fileprivate let checks: [Check]

    fileprivate struct Check: Encodable {
        let name: String
        let revision: UInt64?
        let digest: String?
        let ok: Bool?
        let finding: String
        let advice: String?
    }
}
