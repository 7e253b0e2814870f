public import NavigationModel
public import NavigationWire

/// A scene as it is in memory at a moment, to be looked through on another thread: that costs what
/// the scene holds, and taking it costs nothing.
public struct SceneCapture: Sendable {
    /// The scene.
    public let key: SceneKey
    /// The head; it may be ahead of the disk.
    public let head: Head
    /// The device for which it was taken, if for one, and the number of its last settled change.
    let settled: (device: DeviceID, sequence: SequenceNumber)?
    private let state: SceneState

    init(_ scene: SceneAuthority, for device: DeviceID? = nil) {
        key = scene.key
        head = scene.head
        settled = device.map { ($0, scene.lastSequence(of: $0)) }
        state = scene.state
    }

    /// ``head`` with its digest computed anew from the records.
    public var recomputedHead: Head {
        Head(
            scene: head.scene, epoch: head.epoch, revision: head.revision,
            digest: state.recomputedDigest)
    }

    /// Every register of it, with its revision.
    var entries: [(effect: NavigationModel.RegisterWrite, revision: Revision)] { state.entries }

    /// Returns a Boolean value indicating whether joining a state would change nothing.
    func contains(_ other: SceneState) -> Bool {
        var joined = state
        return joined.join(other.entries.map(\.effect), at: head.revision).isEmpty
    }

    /// All of it, as bytes.
    public var snapshot: [UInt8] { state.snapshot }
}

extension SceneCapture: Hashable {
    /// Equal heads prove equal states.
    public static func == (left: SceneCapture, right: SceneCapture) -> Bool {
        left.key == right.key && left.head == right.head
    }

    /// As equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(head)
    }
}
