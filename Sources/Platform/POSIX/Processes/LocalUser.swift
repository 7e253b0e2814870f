internal import Glibc

/// A user of this machine, as the system's database has it. Looked up by any thread at any time.
package struct LocalUser: Hashable, Sendable {
    /// The user's number.
    package let uid: UInt32
    /// The login name.
    package let name: String
    /// The number of the primary group.
    package let group: UInt32
    /// The path of the home directory.
    package let home: String

    /// Looks a number up; `nil` where the system has no such user.
    package init?(_ uid: UInt32) {
        let found = unsafe lookUp(passwd()) { entry, buffer, length, result in
            unsafe getpwuid_r(uid, entry, buffer, length, result)
        } reading: {
            unsafe LocalUser($0)
        }
        guard let found else { return nil }
        self = found
    }

    /// Looks a login name up; `nil` where the system has no such user.
    package init?(named name: String) {
        let found = unsafe lookUp(passwd()) { entry, buffer, length, result in
            unsafe getpwnam_r(name, entry, buffer, length, result)
        } reading: {
            unsafe LocalUser($0)
        }
        guard let found else { return nil }
        self = found
    }

    private init(_ entry: passwd) {
        unsafe (uid, group) = (entry.pw_uid, entry.pw_gid)
        name = unsafe String(cString: entry.pw_name)
        home = unsafe String(cString: entry.pw_dir)
    }
}

/// A group of this machine, as the system's database has it. Looked up by any thread at any time.
package struct LocalGroup: Hashable, Sendable {
    /// The group's name.
    package let name: String
    /// The login names of those whom the group lists; users whose primary group it is need not be
    /// among them.
    package let members: [String]

    /// Looks a number up; `nil` where the system has no such group.
    package init?(_ gid: UInt32) {
        let found = unsafe lookUp(Glibc.group()) { entry, buffer, length, result in
            unsafe getgrgid_r(gid, entry, buffer, length, result)
        } reading: {
            unsafe LocalGroup($0)
        }
        guard let found else { return nil }
        self = found
    }

    private init(_ entry: Glibc.group) {
        name = unsafe String(cString: entry.gr_name)
        var members: [String] = []
        var next = unsafe entry.gr_mem
        while let member = unsafe next?.pointee {
            members.append(unsafe String(cString: member))
            unsafe next = next?.advanced(by: 1)
        }
        self.members = members
    }
}

/// Calls one of the system's lookups that write into memory of the caller's, with as much as it
/// needs, up to a mebibyte. What is read of the entry must not keep its pointers.
private func lookUp<Entry, Value>(
    _ empty: Entry,
    by call: (
        UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> CInt,
    reading read: (Entry) -> Value
) -> Value? {
    var length = 1_024
    while length <= 1 << 20 {
        var entry = empty
        var buffer = [CChar](repeating: 0, count: length)
        var code: CInt = 0
        let value = unsafe buffer.withUnsafeMutableBufferPointer { bytes -> Value? in
            var found: UnsafeMutablePointer<Entry>?
            guard let start = bytes.baseAddress else { return nil }
            code = unsafe call(&entry, start, bytes.count, &found)
            return unsafe found.map { unsafe read($0.pointee) }
        }
        switch code {
        case ERANGE: length *= 2
        case EINTR: continue
        default: return value
        }
    }
    return nil
}
