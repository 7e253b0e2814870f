import NavigationModel
import NavigationWire

/// A story in sentences, one a line, that the simulator plays and checks.
///
/// It is read in full before it is played: a sentence that makes no sense is a mistake with its
/// line. See `Tests/Scenarios/README.md` for the sentences.
package struct Scenario {
    /// A line that makes no sense, or states something untrue.
    package struct Mistake: Error, CustomStringConvertible {
        /// The line, from 1.
        package let line: Int
        /// The description of the mistake.
        package let text: String
        /// The trace until then.
        package let trace: [String]

        init(line: Int, text: String, trace: [String] = []) {
            self.line = line
            self.text = text
            self.trace = trace
        }

        /// Line and text as compilers print them, and the end of the trace.
        package var description: String {
            (["line \(line): \(text)"] + trace.suffix(20)).joined(separator: "\n  ")
        }
    }

    private enum Step {
        case connect([DeviceName])
        case happen(Happening)
        case pass(Duration)
        case settle(healing: Bool)
        case expect(Expectation)
    }

    /// The first comment: what the story shows.
    package let title: String
    /// Chance for how long messages take; without it they all take the same time.
    private var seed: UInt64?
    private var devices: [DeviceName] = []
    private var nodes = 1
    private var unknownUIDs: Set<DeviceName> = []
    private var steps: [(line: Int, step: Step)] = []

    /// Reads a story.
    package init(_ text: String) throws(Mistake) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let comment = lines.first { $0.hasPrefix("#") } ?? "# a story"
        title = String(comment.drop { $0 == "#" || $0 == " " })
        for (index, line) in lines.enumerated() {
            let statement = line.prefix { $0 != "#" }
            guard statement.contains(where: { $0 != " " }) else { continue }
            try read(Sentence(statement), String(statement), line: index + 1)
        }
        for (line, step) in steps { try check(step, line: line) }
    }

    private mutating func read(
        _ sentence: Sentence, _ text: String, line: Int
    ) throws(Mistake) {
        if let seed = sentence.number("seed {w}") {
            self.seed = UInt64(max(0, seed))
        } else if let count = sentence.number("{w} nodes start"), (2...5).contains(count) {
            nodes = count
            steps += (1...count).map { (line, .happen(.node($0, .starts))) }
        } else if let gap = (sentence.match("{*} connect") ?? sentence.match("{*} connects"))?.first
        {
            let names = [String](inWords: gap).map(DeviceName.init(unchecked:))
            devices += names.filter { !devices.contains($0) }
            steps.append((line, .connect(names)))
        } else if let gap = sentence.match("{w} belongs to ben")?.first {
            unknownUIDs.insert(DeviceName(unchecked: gap))
        } else if let time = sentence.duration("{d} pass") {
            steps.append((line, .pass(time)))
        } else if sentence.says("everyone settles") {
            steps.append((line, .settle(healing: false)))
        } else if sentence.says("everyone heals and settles") {
            steps.append((line, .settle(healing: true)))
        } else if let gaps = sentence.match("{*} {w} times"), gaps[0].hasSuffix(","),
            let count = Int(gaps[1]), let happening = Happening(String(gaps[0].dropLast()))
        {
            for _ in 0..<count {
                steps += [(line, .happen(happening)), (line, .pass(.milliseconds(20)))]
            }
        } else if let expectation = Expectation(sentence) {
            steps.append((line, .expect(expectation)))
        } else if let happening = Happening(text) {
            steps.append((line, .happen(happening)))
        } else {
            throw Mistake(line: line, text: "this says nothing that can be played: \(text)")
        }
    }

    private func check(_ step: Step, line: Int) throws(Mistake) {
        let name: DeviceName? =
            switch step {
            case .happen(let happening): happening.device
            case .expect(let expectation): expectation.device
            case .connect, .pass, .settle: nil
            }
        if let name, !devices.contains(name) {
            throw Mistake(line: line, text: "there is no '\(name)': it never connects")
        }
    }

    /// Plays the story to its end; returns what happened.
    @discardableResult
    package func play(bug: PlantedBug? = nil, linesKept: Int = 400) throws(Mistake) -> Trace {
        let ordered =
            devices.filter { !unknownUIDs.contains($0) } + devices.filter(unknownUIDs.contains)
        let schedule = Schedule(
            seed: seed ?? 1, devices: ordered, nodes: nodes, unknownUIDs: unknownUIDs.count,
            steps: [])
        var simulation = Simulation(schedule, bug: bug, linesKept: linesKept)
        simulation.isSteady = seed == nil
        for (line, step) in steps {
            let untruth = play(step, in: &simulation)
            let broken = simulation.violation.map { "a promise is broken: \($0)" }
            guard let wrong = broken ?? untruth else { continue }
            throw Mistake(line: line, text: wrong, trace: simulation.trace.lines)
        }
        return simulation.trace
    }

    /// Plays one step; returns what is wrong.
    private func play(_ step: Step, in simulation: inout Simulation) -> String? {
        switch step {
        case .connect(let names):
            return connect(names, in: &simulation)
        case .happen(.act(let name, let act)):
            guard let index = simulation.index(of: name) else { return "there is no \(name)" }
            let number = simulation.act(act, on: index)
            // What was drawn from a seed may well make no sense in the end.
            return number == nil && seed == nil && simulation.isRunning(name)
                ? "nothing comes of it: \(name) shows \(simulation.shown(name))" : nil
        case .happen(let happening):
            simulation.happen(happening)
        case .pass(let time):
            simulation.run(until: simulation.now + time)
        case .settle(let healing):
            simulation.comeToRest(healing: healing)
            if simulation.violation == nil { simulation.checkAtRest() }
        case .expect(let expectation):
            return expectation.contradiction(in: &simulation)
        }
        return nil
    }

    /// Starts devices, and waits until they are live.
    private func connect(_ names: [DeviceName], in simulation: inout Simulation) -> String? {
        for name in names {
            if let index = simulation.index(of: name) { simulation.start(index) }
        }
        for _ in 0..<50 where !names.allSatisfy(simulation.isLive) {
            simulation.run(until: simulation.now + .milliseconds(100))
        }
        let missing = names.filter { !simulation.isLive($0) }.map(\.rawValue)
        return missing.isEmpty ? nil : "\(missing.inWords) can't connect"
    }
}
