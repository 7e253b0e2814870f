internal import DeviceStore
internal import POSIX
internal import Reactor
internal import ZeroMQ

/// The watch on the device's other processes, by their writes to its directory: one for all drivers
/// of a client, since a system grants its users few.
///
/// It lives on the reactor's thread, as the drivers do.
actor OtherProcesses {
    private nonisolated let host: ReactorThread
    private nonisolated let device: DeviceDatabase
    private var watch: DirectoryWatch?
    private var listeners: [ObjectIdentifier: () -> Void] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe host.reactor.asUnownedSerialExecutor()
    }

    /// Creates an object that watches nothing yet.
    init(of device: DeviceDatabase, on host: ReactorThread) {
        self.device = device
        self.host = host
    }

    /// Adds a driver, which is notified whenever another process may have changed something.
    func join(
        _ listener: ObjectIdentifier, _ body: @escaping () -> Void
    ) throws(DeviceDatabaseError) {
        if watch == nil {
            let watch = try device.watch()
            self.watch = watch
            host.reactor.register(fileDescriptor: watch.fileDescriptor, for: .readable) {
                [weak self] _ in
                self?.assumeIsolated { $0.drainEvents() }
            }
        }
        listeners[listener] = body
    }

    /// Returns a Boolean value indicating whether a driver is notified.
    func hasJoined(_ listener: ObjectIdentifier) -> Bool { listeners[listener] != nil }

    /// Removes a driver. Idempotent.
    func leave(_ listener: ObjectIdentifier) {
        listeners[listener] = nil
        guard listeners.isEmpty, let watch else { return }
        host.reactor.unregister(fileDescriptor: watch.fileDescriptor)
        self.watch = nil
    }

    private func drainEvents() {
        guard watch?.drain() ?? false else { return }
        for body in listeners.values { body() }
    }
}
