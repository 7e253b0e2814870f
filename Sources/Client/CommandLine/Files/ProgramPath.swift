internal import Glibc

/// The paths of programs.
package enum ProgramPath {
    /// Returns the path of a program in `PATH`; `nil` if there is none.
    package static func find(_ name: String) -> String? {
        let places = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let paths = places.split(separator: ":").map { "\($0)/\(name)" }
        return paths.first { unsafe access($0, X_OK) == 0 }
    }

    /// Returns the path of a program that is installed with this one: in its directory, else in
    /// `PATH`; `nil` if there is none.
    package static func findCompanion(_ name: String) -> String? {
        guard let own = unsafe realpath("/proc/self/exe", nil) else { return find(name) }
        defer { unsafe free(own) }
        let path = unsafe String(cString: own)
        let beside = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/\(name)"
        return unsafe access(String(beside), X_OK) == 0 ? String(beside) : find(name)
    }
}
