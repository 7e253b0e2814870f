internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The publications without a commit: replies to subscriptions, and repeated heads.
struct FeedHeartbeats: Sendable {
    /// The last answer on each topic, within ``DaemonLimits/subscriptionInterval``.
    private var lastAnswers: [[UInt8]: Duration] = [:]
    /// The same answers, oldest first.
    private var answers: Deque<(topic: [UInt8], time: Duration)> = []
    /// The last commit of each scene whose head is to be repeated, and the number of the repeat.
    private var repeats: [SceneKey: (since: Duration, step: Int)] = [:]

    /// The number of scenes whose head is to be repeated.
    var count: Int { repeats.count }

    /// Returns a Boolean value indicating whether a new subscriber is answered now; otherwise it is
    /// answered together with others of the same topic at the end of the interval.
    mutating func isAnswerDue(
        to topic: [UInt8], at now: Duration, _ deadlines: inout Deadlines<DueSubject>
    ) -> Bool {
        expireAnswers(before: now - DaemonLimits.subscriptionInterval)
        guard let last = lastAnswers[topic] else {
            answer(topic, at: now)
            return true
        }
        deadlines.set(.subscriptions(topic), at: last + DaemonLimits.subscriptionInterval)
        return false
    }

    /// Records that the subscribers of a topic are answered.
    mutating func answer(_ topic: [UInt8], at now: Duration) {
        lastAnswers[topic] = now
        answers.append((topic, now))
    }

    private mutating func expireAnswers(before time: Duration) {
        while let oldest = answers.first, oldest.time <= time {
            answers.removeFirst()
            if lastAnswers[oldest.topic] == oldest.time { lastAnswers[oldest.topic] = nil }
        }
    }

    /// Starts to repeat the head of a scene that just got a commit.
    mutating func committed(
        _ key: SceneKey, at now: Duration, _ deadlines: inout Deadlines<DueSubject>
    ) {
        guard let first = DaemonLimits.headRepeats.first else { return }
        repeats[key] = (now, 0)
        deadlines.set(.head(key), at: now + first)
    }

    /// Records that a scene's head is repeated, and schedules the next repeat.
    mutating func repeated(
        _ key: SceneKey, at now: Duration, _ deadlines: inout Deadlines<DueSubject>
    ) {
        guard let (since, step) = repeats.removeValue(forKey: key) else { return }
        // Of several repeats that a pause delayed, this is the last.
        let next = DaemonLimits.headRepeats.indices.first {
            $0 > step && since + DaemonLimits.headRepeats[$0] > now
        }
        guard let next else { return }
        repeats[key] = (since, next)
        deadlines.set(.head(key), at: since + DaemonLimits.headRepeats[next])
    }

    /// Repeats the head of a scene no more.
    mutating func remove(_ key: SceneKey, _ deadlines: inout Deadlines<DueSubject>) {
        guard repeats.removeValue(forKey: key) != nil else { return }
        deadlines.cancel(.head(key))
    }
}
