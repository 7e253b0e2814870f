import Glibc
import POSIX
import Testing

@Suite("Starting processes")
struct ProcessLaunchTests {
    private static func shell(_ script: String) -> ProcessLaunch {
        ProcessLaunch(path: "/bin/sh", arguments: ["-c", script], environment: ["NAME=value"])
    }

    @Test("A process has the named descriptors, its environment, and no others of this process")
    func descriptors() throws {
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let extra = try FileDescriptor.pipe()
        let leak = "[ ! -e /proc/self/fd/\(extra.reading.number) ]"
        let id = try Self.shell("read line; echo $line $NAME; echo 3 >&3; \(leak)")
            .start([
                STDIN_FILENO: input.reading, STDOUT_FILENO: output.writing, 3: extra.writing,
            ])
        try input.writing.write(Array("hello\n".utf8))
        let ending = ProcessEnding.wait(for: id, blocking: true)
        #expect(ending == .exit(0))
        let text = String(decoding: try output.reading.read(atMost: 100), as: UTF8.self)
        #expect(text == "hello value\n")
        #expect(try extra.reading.read(atMost: 100) == Array("3\n".utf8))
    }

    @Test("Descriptors that have each other's numbers are exchanged")
    func exchanged() throws {
        let first = try FileDescriptor.pipe()
        let second = try FileDescriptor.pipe()
        let (one, other) = (first.writing, second.writing)
        let script =
            "echo one >/proc/self/fd/\(one.number); echo other >/proc/self/fd/\(other.number)"
        let id = try Self.shell(script).start([one.number: other, other.number: one])
        #expect(ProcessEnding.wait(for: id, blocking: true) == .exit(0))
        #expect(try first.reading.read(atMost: 100) == Array("other\n".utf8))
        #expect(try second.reading.read(atMost: 100) == Array("one\n".utf8))
    }

    @Test("The status distinguishes exit and signal; a process id is not released before")
    func endings() throws {
        let exit = try Self.shell("exit 7").start([:])
        ProcessEnding.await(exit)
        #expect(kill(exit, 0) == 0)
        #expect(ProcessEnding.wait(for: exit, blocking: false) == .exit(7))
        let killed = try Self.shell("kill -TERM $$").start([:])
        #expect(ProcessEnding.wait(for: killed, blocking: true) == .signal(SIGTERM))
    }

    @Test("A program that is not there is an error that names it")
    func missing() {
        let launch = ProcessLaunch(path: "/nowhere/program", arguments: [], environment: [])
        let error = #expect(throws: FileError.self) { _ = try launch.start([:]) }
        #expect(error?.description == "can't start /nowhere/program: No such file or directory")
    }
}
