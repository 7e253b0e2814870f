internal import Glibc

/// The id of the calling thread: never 0, and no other living thread's.
func currentThread() -> UInt { UInt(pthread_self()) }
