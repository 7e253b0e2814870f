internal import NavigationClient
internal import NavigationText

/// The serial printer of a watch command's output, which keeps each line whole.
actor WatchPrinter {
    private var journal: WatchFormatter

    init(_ journal: WatchFormatter) {
        self.journal = journal
    }

    /// Prints an update, and the outcomes of queued changes.
    func write(_ update: MirrorUpdate, _ late: DeferredOutcomes) throws {
        try journal.write(update)
        DeferredOutcomeText.tell(late, journal.authors)
    }

    /// Prints the traits whenever their file differs from version `mark`, until the task is
    /// cancelled.
    func follow(
        _ file: DeviceFile<StoredTraits>, since mark: DeviceFile<StoredTraits>.FileVersion?
    ) async throws {
        var mark = mark
        while !Task.isCancelled {
            try await Task.sleep(for: Self.interval)
            let newest = file.mark
            guard newest != mark else { continue }
            mark = newest
            do {
                try journal.write(try file.read())
            } catch let error as CommandError {
                Console.print(error.message)
            }
        }
    }

    /// The interval of polling the file: short for people, long for the machine.
    private static let interval = Duration.milliseconds(200)
}
