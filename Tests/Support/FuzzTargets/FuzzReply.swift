import BarCommands
import CommandLine
import Foundation
import NavigationBars
import NavigationModel
import NavigationText
import NavigationWire

@testable import navctl

/// Reads a daemon's reply, whatever was asked, and says all of it as navctl does: as text, which is
/// clean, and as JSON, which is read back the same.
func fuzzReply(_ bytes: [UInt8]) throws {
    guard let reply = try? Reply(encoded: bytes) else { return }
    try require(Reply(encoded: reply.encoded) == reply, "a reply survives the wire")
    switch reply.result {
    case .failure(let failure): try check("\(failure.message)")
    case .welcome(let welcome):
        try check("\(welcome.daemonVersion) \(welcome.user) \(welcome.deviceName)")
        try check(object: welcome.limits)
    case .synced(let synced):
        if case .commits(let commits) = synced.content { try check(commits) }
    case .receipt(let receipt):
        for outcome in receipt.outcomes {
            try check(OutcomeText.words(outcome, of: []) ?? "applied")
            try check(object: OutcomeJSON(outcome))
        }
    case .historyPage(let page): try check(page.commits)
    // No client gets it in this form.
    case .encodedHistory: break
    case .status(let status):
        for line in StatusSummary(status).lines { try check(line.text) }
        try check(TerminalText(StatusReport.span(status.uptime)))
        try check(object: status.metrics)
    case .audit(let audit):
        var checkup = DoctorReport(reports: [])
        checkup.add(audit)
        try check(checkup.lines)
        try check(object: checkup.object)
    case .users(let users, _):
        for user in users { try check("\(user.name) \(user.added.local) \(user.added.rfc3339)") }
    case .devices(let devices, let invitations, _):
        for device in devices {
            try check(DeviceText.lines(of: device, isThisOne: false))
            try check(object: DeviceJSON(device, isThisOne: true))
            try check("\(device.progress.map(PresenceCommand.lag).joined(separator: " "))")
        }
        for invitation in invitations {
            try check([DeviceText.line(of: invitation)])
            try check(object: InvitationJSON(invitation))
        }
    case .invited(let invited): try check("\(invited.user) \(invited.expires.local)")
    case .paired(let paired): try check("\(paired.user) \(paired.name)")
    case .revoked(let revoked):
        let handedOut = HandedOut(invitations: revoked.withdrawn, devices: revoked.letIn)
        for line in handedOut.lines(advice: "they keep it") { try check(line) }
        try check(object: handedOut.object)
    case .scenes(let scenes, let trash, let user):
        for scene in scenes + trash.map(\.name) { try check("\(user)/\(scene)") }
    case .rememberedStates(let states):
        let report = HealReport(states: states, choices: [], contained: [])
        try check(report.lines)
        try check(object: report.object)
    case .fleet(let status):
        let report = ClusterReport(status)
        try check(report.lines)
        try check(object: report.object)
    case .heads, .snapshotContent, .pastState, .serverKeys, .remembered, .healed, .done: break
    }
}

private func check(_ commits: [Commit]) throws {
    var authors = Authors()
    authors.note(commits)
    var state = SampleScene.shared.state
    for commit in commits.prefix(64) {
        try check([CommitText.watchLine(commit, authors), CommitText.logLine(commit, authors)])
        try check(object: CommitJSON(commit))
        let before = state.scene
        state.apply(commit)
        let differences = before.differences(to: state.scene)
        try check(DifferenceText.lines(of: differences))
        try check(object: differences.map(DifferenceJSON.init))
    }
    try check(object: SceneJSON(state.scene))
}

private func check(_ lines: [StyledLine]) throws {
    for line in lines { try check(line.runs.map(\.text).joined()) }
}

private func check(_ text: TerminalText) throws {
    try require(isClean(text), "text is clean: \(text.description.debugDescription)")
}

/// One line of what a terminal may show, and the same again once it has been read.
private func check(object: some Encodable) throws {
    let text = try JSON(encoding: object).text
    try require(TerminalText(document: text).description == text, "JSON is printable as it is")
    try require(!text.unicodeScalars.contains(where: \.isHidden), "JSON hides nothing")
    let again = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    try require(again?.text == text, "JSON is read as it was written")
}

extension JSON: Decodable {
    /// Reads any JSON.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([JSON].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }
}

/// Reads the files of a device that people write as well: its hooks, and its traits, on which a scene
/// is drawn.
func fuzzDeviceFile(_ bytes: [UInt8]) throws {
    let data = Data(bytes)
    if let hooks = try? JSONDecoder().decode(Hooks.self, from: data) {
        for kind in hooks.kinds {
            try require(hooks[kind]?.isEmpty == false, "a kind has a command")
        }
    }
    if let traits = try? JSONDecoder().decode(StoredTraits.self, from: data) {
        try check(try traits.lines())
        try check(object: TraitsJSON(traits))
        try draw(SampleScene.shared.state.scene, on: traits.device)
    }
}

/// Such files as navctl writes them, and with more than they should have.
let deviceFileSeeds: [[UInt8]] = [
    #"{"hooks":{"shouldPop":["/bin/true","a"]},"version":1}"#, #"{"version":1}"#,
    #"{"version":1,"profile":"ipad-11","platform":"iPadOS 18.0","orientation":"landscape","#
        + #""appearance":"dark","isElevated":true,"locale":"ar","scrollOffset":1e300,"#
        + #""focused":"tab.inbox","pressed":"\u202e","isMoreShown":true}"#,
].map { Array($0.utf8) }
