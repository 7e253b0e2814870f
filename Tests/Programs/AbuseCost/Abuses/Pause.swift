import Foundation

/// Waiting on a thread of one's own.
enum Pause {
    static func wait(_ time: Duration) {
        Thread.sleep(forTimeInterval: time / .seconds(1))
    }
}
