extension Reactor {
    /// Calls `work` once on this reactor, as soon as `deadline` has passed: not before it, and as a
    /// rule within a millisecond after it. After the machine was suspended, up to ``longestSleep``.
    ///
    /// Timers fire in the order of their deadlines, equal ones in the order of these calls. `work`
    /// is kept until it is called or cancelled. On a reactor that has ended: it never fires.
    @discardableResult
    public func schedule(
        at deadline: ContinuousClock.Instant, _ work: @escaping () -> Void
    ) -> TimerID {
        currentLoop()?.timers.add(at: deadline, work) ?? TimerID(rawValue: 0)
    }

    /// Calls `work` once on this reactor, as soon as `delay` has passed.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> TimerID {
        schedule(at: .now.advanced(by: delay), work)
    }

    /// Drops a timer; returns `false` if it had fired or was dropped already. Idempotent.
    @discardableResult
    public func cancel(_ timer: TimerID) -> Bool {
        currentLoop()?.timers.cancel(timer) ?? false
    }
}
