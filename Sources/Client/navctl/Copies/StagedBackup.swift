internal import Glibc
internal import NavigationText

/// A staged backup, for a destination where no file can be made beforehand, such as standard
/// output: it is written there when it is complete.
struct StagedBackup {
    /// The path of the staged file.
    let path: String
    private let directory: String

    /// Makes a directory for the file, for this user alone, in `TMPDIR` or `/tmp`.
    init() throws(CommandError) {
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/navsync-backup-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .system("make a temporary directory in '\(parent)'")
        }
        let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        directory = String(decoding: bytes, as: UTF8.self)
        path = directory + "/backup"
    }

    /// Writes the backup out; deletes the staged file, whatever happens.
    func write(to output: FileDescriptor) throws(CommandError) {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .system("read '\(path)'") }
        let file = FileDescriptor(number)
        remove()
        while case let bytes = file.read(atMost: 1 << 20), !bytes.isEmpty {
            guard output.write(bytes) else { throw .system("write the backup") }
        }
    }

    /// Deletes the staged file, if it still exists.
    func remove() {
        unsafe unlink(path)
        unsafe rmdir(directory)
    }
}
