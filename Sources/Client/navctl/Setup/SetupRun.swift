internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire
internal import POSIX

/// The taking of a plan's steps, with its report.
struct SetupRun {
    let plan: SetupPlan
    let address: ListenAddress?
    let invited: DeviceName?
    /// The local user of the system's daemon.
    let user: LocalUser?
    let options: GlobalOptions

    /// A Boolean value indicating whether the machine is as it has to be, and nobody is invited.
    var isEmpty: Bool { plan.open.isEmpty && invited == nil }

    private var output: Output { options.results }

    /// Prints all steps: those already done first.
    func printPlan() throws {
        guard output.format == .text else {
            return try write(plan.steps.map { ($0, $0.isDone ? .present : .planned) })
        }
        for step in plan.steps where step.isDone { try output.write(step.line(.present)) }
        for step in plan.open { try output.write(step.line(.planned)) }
        if let invited {
            try output.write(text: "planned invite the device \(invited.label)\n")
        }
    }

    /// Takes the steps, and checks that the daemon answers.
    func finish() async throws {
        var report = plan.steps.filter(\.isDone).map { ($0, SetupStep.State.present) }
        for step in plan.open where step.action != .addUser {
            try await take(step)
            report.append((step, .done))
            if output.format == .text { try output.write(step.line(.done)) }
        }
        let invitation = try await options.administration().closing { administration in
            let users = try await administration.users
            for step in plan.open where step.action == .addUser {
                let isNew = try await add(to: users, administration)
                report.append((step, isNew ? .done : .present))
                if output.format == .text { try output.write(step.line(isNew ? .done : .present)) }
            }
            return try await invite(in: administration)
        }
        try write(report, invitation)
    }

    private func take(_ step: SetupStep) async throws {
        switch step.action {
        case .addUser: break
        case .write(let file): try file.write()
        case .run(let program):
            let run = try await program.run(from: "systemd")
            guard run.isSuccess else {
                throw CommandError(
                    message: "can't \(step.purpose): '\(program.text)' \(run.failure); the steps "
                        + "before it are done",
                    advice: "once it is mended, or done by an administrator, run 'navctl setup' "
                        + "again for the rest")
            }
        }
    }

    /// Adds the user unless it is there; returns a Boolean value indicating whether it was not.
    private func add(
        to users: [UserInfo], _ administration: Administration
    ) async throws -> Bool {
        guard let user, let name = options.user, !users.contains(where: { $0.name == name }) else {
            return false
        }
        try await administration.addUser(name, uid: user.uid)
        return true
    }

    /// Makes the invitation, unless the device is paired, or invited and expected.
    private func invite(in administration: Administration) async throws -> InvitationText? {
        guard let invited else { return nil }
        let (devices, invitations) = try await administration.devices()
        if devices.contains(where: { $0.name == invited && $0.revoked == nil }) {
            Console.print("the device \(invited.label) is paired already: it is not invited")
            return nil
        }
        if let open = invitations.first(where: { $0.name == invited }) {
            Console.print(
                "an invitation of \(invited.label) is open until \(open.expires.local): for "
                    + "another, run 'navctl device uninvite \(open.id)' first")
            return nil
        }
        let (url, id, _) = try await administration.invite(invited)
        return InvitationText(
            url: url, id: id, lifetime: Lifetime(duration: InviteRequest.usualLifetime))
    }

    // MARK: The report

    private func write(
        _ steps: [(SetupStep, SetupStep.State)], _ invitation: InvitationText? = nil
    ) throws {
        guard output.format == .text else {
            return try output.write(
                object: SetupJSON(
                    endpoint: options.endpoint ?? "", address: address?.description,
                    steps: steps.map { SetupStepJSON($0, $1) }, invitation: invitation?.object))
        }
        if isEmpty { try output.write(text: "nothing is left to do\n") }
        try output.write(text: "the daemon answers at \(options.endpoint ?? "")\n")
        if let address {
            Console.print(
                "other devices connect to the tcp ports \(address.port) and \(address.feedPort): "
                    + "open both, if this machine has a firewall")
        }
        if let invitation {
            try output.write(text: "\non \(invitation.url.name.label), run 'navctl device pair':\n")
            try invitation.write(to: output, draws: nil)
        }
    }
}

/// The result of setup as JSON.
private struct SetupJSON: Encodable {
    let endpoint: String
    let address: String?
    let steps: [SetupStepJSON]
    let invitation: PairingURLJSON?
}
