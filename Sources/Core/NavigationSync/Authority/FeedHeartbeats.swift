internal import NavigationModel
internal import NavigationWire

/// The publications without a commit: replies to subscriptions, and repeated heads.
struct FeedHeartbeats: Sendable {
    private var lastAnswer: [[UInt8]: Duration] = [:]
    private var dueAnswers: [[UInt8]: Duration] = [:]
    private var dueHeads: [SceneKey: (due: Duration, since: Duration, step: Int)] = [:]

    /// The time when the next publication is due.
    var nextDue: Duration? {
        (Array(dueAnswers.values) + dueHeads.values.map(\.due)).min()
    }

    /// Returns a Boolean value indicating whether a new subscriber is answered now; otherwise it is
    /// answered together with others of the same topic at the end of the interval.
    mutating func isAnswerDue(to topic: [UInt8], at now: Duration) -> Bool {
        lastAnswer = lastAnswer.filter { now - $0.value < DaemonLimits.subscriptionInterval }
        guard let last = lastAnswer[topic] else {
            lastAnswer[topic] = now
            return true
        }
        dueAnswers[topic] = last + DaemonLimits.subscriptionInterval
        return false
    }

    /// Starts to repeat the head of a scene that just got a commit.
    mutating func committed(_ key: SceneKey, at now: Duration) {
        guard let first = DaemonLimits.headRepeats.first else { return }
        dueHeads[key] = (now + first, now, 0)
    }

    mutating func forget(_ key: SceneKey) {
        dueHeads[key] = nil
    }

    /// Returns the topics with subscriptions to answer, and the scenes with a head to repeat.
    mutating func tick(at now: Duration) -> (topics: [[UInt8]], heads: [SceneKey]) {
        // Sorted by time, then by topic: the same events always have the same effects.
        let answers = dueAnswers.filter { $0.value <= now }.sorted { left, right in
            left.value == right.value
                ? left.key.lexicographicallyPrecedes(right.key) : left.value < right.value
        }
        for (topic, _) in answers {
            dueAnswers[topic] = nil
            lastAnswer[topic] = now
        }
        let due = dueHeads.filter { $0.value.due <= now }
        for (key, repeated) in due {
            // Of several repeats that a pause delayed, this is the last.
            let next = DaemonLimits.headRepeats.indices.first {
                $0 > repeated.step && repeated.since + DaemonLimits.headRepeats[$0] > now
            }
            dueHeads[key] = next.map {
                (repeated.since + DaemonLimits.headRepeats[$0], repeated.since, $0)
            }
        }
        return (answers.map(\.key), due.keys.sorted())
    }
}
