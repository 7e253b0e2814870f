internal import ArgumentParser
internal import NavigationStore
internal import NavigationText

/// `navctl restore`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a daemon's data from a backup.",
        discussion: """
            The daemon must not run meanwhile: stop it, and its sockets, which would start
            it. With --at-next-start it may: the backup is made ready beside its data, and
            the daemon's next start takes it.

            Every scene begins a new epoch then: devices take it as it is in the backup,
            and hand over again what they did since and still keep. Devices and users that
            were shut out since stay shut out; open invitations are dropped. What was there
            is kept as navsync.sqlite.before-restore, which can be restored itself.

            It stays the same store, to which the devices belong. If the original goes on
            elsewhere, say --as-copy: a device takes the copy for another store then, and
            hands it nothing unless told to. On one machine that is noticed without it.

            The rows are copied into a new database, and each is checked. A backup that has
            in it what navsync does not make (a trigger, a table) is refused, and one with
            damaged rows: with --tolerate-damage its other scenes come back.

            EXAMPLES:
              sudo systemctl stop navsyncd.socket navsyncd-tcp.socket navsyncd.service
              sudo navctl restore /var/backups/navsync.backup
              sudo systemctl start navsyncd.socket navsyncd.service

              sudo navctl restore navsync.backup --at-next-start
              sudo systemctl restart navsyncd
            """)

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
    var file: String

    @Flag(help: "Only make it ready: the daemon's next start takes it.")
    var atNextStart = false

    @Flag(
        help: "Make it a store of its own, since the original goes on elsewhere.")
    var asCopy = false

    @Flag(help: "Restore a backup of which some scenes are damaged, and name them.")
    var tolerateDamage = false

    @OptionGroup var copy: CopyOptions

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let directory = copy.directory
        let (file, isPrepared, isCopy) = (file, atNextStart, asCopy)
        let toleratesDamage = tolerateDamage
        do {
            let progress = ProgressLine(copy.progress)
            let summary = try await Copying.run(
                progress, ifInterrupted: "nothing has changed"
            ) { step in
                // Before this process becomes another user: the file may be for this one alone.
                let backup = try OpenedDatabase(opening: file)
                try directory.becomeOwner()
                return isPrepared
                    ? try SQLiteStore.prepareRestore(
                        of: backup, for: directory.database, asCopy: isCopy,
                        toleratesDamage: toleratesDamage, progress: step)
                    : try SQLiteStore.restore(
                        backup, to: directory.database, asCopy: isCopy,
                        toleratesDamage: toleratesDamage, progress: step)
            }
            try write(CopyReport(summary, of: file, in: directory))
        } catch StoreError.damaged(let why) {
            let advice =
                tolerateDamage
                ? "take another one"
                : "take another one, or say --tolerate-damage if only scenes are damaged"
            throw CommandError(
                message: """
                    '\(file)' is damaged, or no backup, and nothing has changed: \(advice)
                    \(why)
                    """)
        } catch StoreError.inUse {
            throw CommandError(
                message: """
                    navsyncd is running on \(directory.path), and nothing has changed
                    stop it first (systemctl stop navsyncd.socket navsyncd-tcp.socket \
                    navsyncd.service), or say --at-next-start and restart it
                    """)
        }
    }

    private func write(_ report: CopyReport) throws {
        for why in report.summary.damage {
            Console.print("\(why): it is as it was, and what stands on it can't be read")
        }
        switch options.output {
        case .json:
            let members = report.object.merging(["atNextStart": .bool(atNextStart)]) { $1 }
            try options.results.write(.object(members))
        case .text:
            let path = report.directory.path
            try options.results.write(
                text: atNextStart
                    ? "\(path): the next start of navsyncd takes \(report.words)\n"
                    : "\(path): restored \(report.words): start navsyncd\n")
        }
    }
}
