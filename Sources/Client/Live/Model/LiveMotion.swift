internal import NavigationBars
internal import NavigationModel

/// The motion of a change of the scene on the devices that are drawn, while it lasts.
///
/// The layout of each device says how it moves, and for how long: a pushed screen slides in, a sheet
/// rises, and a device with reduced motion fades.
struct LiveMotion: Sendable {
    /// The changes that move something.
    enum Change: Hashable, Sendable {
        /// A screen came onto the stack that is shown.
        case push
        /// A screen went from it.
        case pop
        /// A modal came on top.
        case present
        /// The topmost modal went.
        case dismiss
    }

    /// The change.
    let change: Change
    /// The motion of each device, from left to right.
    let motions: [Motion]
    /// The lines of each device before the change.
    let before: [Drawing]
    /// The time since the change.
    var elapsed = Duration.zero

    /// The time until the last device has come to rest.
    var duration: Duration { .seconds(motions.map(\.duration).max() ?? 0) }

    /// Finds what moved between two states of a model; `nil` if nothing does.
    init?(from before: LiveModel, to after: LiveModel) {
        guard case .scene = before.mode, case .scene = after.mode, before.mirror != nil,
            let change = Change(from: before, to: after)
        else { return nil }
        let devices = ([after.traits] + after.others).map(\.device)
        motions = devices.map { device in
            let scene = change == .dismiss ? before.scene : after.scene
            let layout = BarLayout(scene, on: device)
            return switch change {
            case .push, .pop: layout.navigationBar?.transition ?? Motion(.none)
            case .present, .dismiss: layout.modal?.motion ?? Motion(.none)
            }
        }
        guard motions.contains(where: { $0.kind != .none }) else { return nil }
        self.change = change
        self.before = LiveScreen(before).panes.marked
    }

    /// Returns the lines of a device now, between those before the change and those after it.
    ///
    /// - Parameters:
    ///   - still: The rows that stay where they are: those of tabs.
    ///   - isMirrored: A Boolean value indicating whether screens come from the left.
    func lines(
        ofDevice index: Int, to after: Drawing, still: Set<Int>, isMirrored: Bool
    ) -> [StyledLine] {
        guard motions.indices.contains(index), before.indices.contains(index),
            before[index].width == after.width, before[index].lines.count == after.lines.count
        else { return after.lines }
        let moving = MovingLines(
            old: before[index].lines, new: after.lines, width: after.width, still: still,
            isMirrored: isMirrored)
        let motion = motions[index]
        let progress = motion.duration > 0 ? (elapsed / .seconds(1)) / motion.duration : 1
        switch motion.kind {
        case .slide: return moving.slid(by: progress, isBack: change == .pop)
        case .rise: return moving.risen(by: progress, isDown: change == .dismiss)
        case .fade: return moving.faded(by: progress)
        case .none, .bounce, .scaleAndFade, .scaleBounce: return after.lines
        }
    }
}

extension LiveMotion.Change {
    fileprivate init?(from before: LiveModel, to after: LiveModel) {
        let (old, new) = (before.scene.modals.map(\.id), after.scene.modals.map(\.id))
        if let top = new.last, !old.contains(top) {
            self = .present
        } else if let top = old.last, !new.contains(top) {
            self = .dismiss
        } else if before.activeStack == after.activeStack,
            let top = after.activeScreens.last?.id, top != before.activeScreens.last?.id
        {
            self = before.activeScreens.contains { $0.id == top } ? .pop : .push
        } else if before.activeStack == after.activeStack, after.activeScreens.isEmpty,
            !before.activeScreens.isEmpty
        {
            self = .pop
        } else {
            return nil
        }
    }
}
