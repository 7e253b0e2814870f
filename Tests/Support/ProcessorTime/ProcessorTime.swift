import Glibc

/// Returns the processor time that the calling thread takes for `body`: what other threads and
/// processes do on a busy machine is not in it.
///
/// For costs that must not grow with the size of what is there: compare a small with a great one, by
/// a factor that is far from both outcomes.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
    let start = processorTime()
    try body()
    return processorTime() - start
}

private func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
