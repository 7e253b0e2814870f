import Dispatch
import Foundation
import FuzzTargets
import Synchronization

/// The target of this process: the first argument, which libFuzzer does not see.
private let target = Mutex(FuzzTarget.state)

/// The environment variable that names the target to further processes.
private let variable = "NAVSYNC_FUZZ_TARGET"

private func explain() -> Never {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
    print("usage: navfuzz \(names) [OPTIONS OF LIBFUZZER] [CORPUS]")
    print("       navfuzz \(names) seeds DIRECTORY")
    exit(2)
}

/// Called once by libFuzzer, before it reads the command line.
@c(LLVMFuzzerInitialize)
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    let list = unsafe arguments.pointee
    let name = unsafe count.pointee > 1 ? list[1].map { unsafe String(cString: $0) } : nil
    guard let chosen = name.flatMap(FuzzTarget.init(rawValue:)) else {
        // A process that libFuzzer has started itself, to merge, with its own options only.
        let inherited = ProcessInfo.processInfo.environment[variable]
        guard let chosen = inherited.flatMap(FuzzTarget.init(rawValue:)) else { explain() }
        target.withLock { $0 = chosen }
        return 0
    }
    if unsafe count.pointee == 4, let word = unsafe list[2], let directory = unsafe list[3],
        unsafe String(cString: word) == "seeds"
    {
        unsafe writeSeeds(of: chosen, to: String(cString: directory))
    }
    target.withLock { $0 = chosen }
    unsafe setenv(variable, chosen.rawValue, 1)
    unsafe list[1] = list[0]
    unsafe arguments.pointee = list + 1
    unsafe count.pointee -= 1
    return 0
}

/// Writes what the target begins with into a directory, and ends the process.
private func writeSeeds(of target: FuzzTarget, to directory: String) -> Never {
    do {
        for (number, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: URL(filePath: "\(directory)/seed-\(number)"))
        }
        exit(0)
    } catch {
        print(error)
        exit(1)
    }
}

/// Called by libFuzzer with each input.
@c(LLVMFuzzerTestOneInput)
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let target = target.withLock { $0 }
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            try await target.run(bytes)
        } catch {
            print("broken: \(error)")
            fflush(nil)
            abort()
        }
        done.signal()
    }
    // The thread is libFuzzer's own, none of the pool.
    done.wait()
    return 0
}
