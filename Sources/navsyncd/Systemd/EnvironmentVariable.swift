internal import Glibc

/// The environment of this process, for those who take it as a function.
enum EnvironmentVariable {
    /// The value of a variable; `nil` if it is not set.
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
