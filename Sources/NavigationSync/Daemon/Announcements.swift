internal import NavigationModel
internal import NavigationWire

/// What is published without a commit: answers to subscriptions, and heads said again.
struct Announcements: Sendable {
    private var lastAnswer: [[UInt8]: Duration] = [:]
    private var dueAnswers: [[UInt8]: (due: Duration, isValid: Bool)] = [:]
    private var dueHeads: [SceneKey: (due: Duration, since: Duration, step: Int)] = [:]

    /// When something is to be published next.
    var nextDue: Duration? {
        (dueAnswers.values.map(\.due) + dueHeads.values.map(\.due)).min()
    }

    /// Shows a new subscriber that the feed is live, or that the topic is not valid: at once, or
    /// together with others that subscribe to the same topic within the interval.
    mutating func answerSubscription(
        to topic: [UInt8], isValid: Bool, at now: Duration, _ effects: inout [DaemonCore.Effect]
    ) {
        lastAnswer = lastAnswer.filter { now - $0.value < DaemonLimits.subscriptionInterval }
        guard let last = lastAnswer[topic] else {
            lastAnswer[topic] = now
            effects.append(.publish(isValid ? .live : .gone, on: topic))
            return
        }
        dueAnswers[topic] = (last + DaemonLimits.subscriptionInterval, isValid)
    }

    /// Starts to repeat the head of a scene that just got a commit.
    mutating func committed(_ key: SceneKey, at now: Duration) {
        guard let first = DaemonLimits.headRepeats.first else { return }
        dueHeads[key] = (now + first, now, 0)
    }

    mutating func forget(_ key: SceneKey) {
        dueHeads[key] = nil
    }

    /// Publishes the answers that are due; returns the scenes whose head is to be said again.
    mutating func tick(
        at now: Duration, _ effects: inout [DaemonCore.Effect]
    ) -> [SceneKey] {
        // In the order of time, then of topics: the same events always have the same effects.
        let answers = dueAnswers.filter { $0.value.due <= now }.sorted { left, right in
            left.value.due == right.value.due
                ? left.key.lexicographicallyPrecedes(right.key) : left.value.due < right.value.due
        }
        for (topic, answer) in answers {
            dueAnswers[topic] = nil
            lastAnswer[topic] = now
            effects.append(.publish(answer.isValid ? .live : .gone, on: topic))
        }
        let due = dueHeads.filter { $0.value.due <= now }
        for (key, repeated) in due {
            let next = repeated.step + 1
            dueHeads[key] =
                next < DaemonLimits.headRepeats.count
                ? (repeated.since + DaemonLimits.headRepeats[next], repeated.since, next) : nil
        }
        return due.keys.sorted()
    }
}
