package import NavigationModel
package import NavigationWire

/// A scene as it is in memory at a moment, to be processed on another thread: processing costs what
/// the scene holds, capturing it nothing.
package struct SceneCapture: Sendable {
    /// The scene.
    package let key: SceneKey
    /// The head; it may be ahead of the disk.
    package let head: Head
    /// The device for which it was captured, if for one, and the number of its last change with a
    /// receipt.
    let settled: (device: DeviceID, sequence: SequenceNumber)?
    private let state: SceneState

    init(_ scene: SceneAuthority, for device: DeviceID? = nil) {
        key = scene.key
        head = scene.head
        settled = device.map { ($0, scene.lastSequence(of: $0)) }
        state = scene.state
    }

    /// ``head`` with its digest computed anew from the records.
    package var recomputedHead: Head {
        Head(
            scene: head.scene, epoch: head.epoch, revision: head.revision,
            digest: state.recomputedDigest)
    }

    /// Every register, with its revision.
    var entries: [(effect: NavigationModel.RegisterWrite, revision: Revision)] { state.entries }

    /// Returns a Boolean value indicating whether merging a state would change nothing.
    func contains(_ other: SceneState) -> Bool {
        var joined = state
        return joined.join(other.entries.map(\.effect), at: head.revision).isEmpty
    }

    /// The encoded state.
    package var snapshot: [UInt8] { state.snapshot }
}

extension SceneCapture: Hashable {
    /// Equal heads prove equal states.
    package static func == (left: SceneCapture, right: SceneCapture) -> Bool {
        left.key == right.key && left.head == right.head
    }

    /// Consistent with equality.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(head)
    }
}
