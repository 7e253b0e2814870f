/// Asks a daemon, step by step: frames as they are, changes in a submission that is in order, and
/// what happens in between.
func fuzzRequest(_ bytes: [UInt8]) throws {
    var daemon = try FuzzDaemon.shared.get()
    for step in Script(bytes).prefix(32) {
        switch step.kind & 15 {
        case 3: try daemon.submit(step.content, by: 0, age: nil)
        case 4: try daemon.submit(step.content, by: 1, age: nil)
        case 5: try daemon.submit(step.content, by: 1, age: 0)
        case 6: try daemon.submit(step.content, by: 1, age: .max)
        case 7: try daemon.submit(step.content, by: 0, age: 30_000_000)
        case 8: try daemon.subscribe(step.content, by: Int(step.kind >> 4) % 5)
        case 9: try daemon.pass(.seconds(step.content.reduce(0) { $0 + 10 * Int($1) }))
        case 10: try daemon.restart()
        case 11: daemon.failNextWrite()
        default: try daemon.ask(step.content, by: Int(step.kind >> 4) % 5)
        }
    }
    try daemon.check()
}
