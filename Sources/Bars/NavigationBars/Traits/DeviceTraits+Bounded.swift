extension DeviceTraits {
    /// The largest screen that is laid out, in points at each side: far beyond any, and small
    /// enough that no sum of lengths loses precision.
    package static let maximumLength: Double = 100_000

    /// The same device with lengths that a device can have: finite, not negative, safe areas within
    /// the screen. Traits come from command lines and files, so anything may stand in them.
    var bounded: DeviceTraits {
        var bounded = self
        bounded.size.width = size.width.bounded(by: Self.maximumLength)
        bounded.size.height = size.height.bounded(by: Self.maximumLength)
        let (width, height) = (bounded.size.width, bounded.size.height)
        bounded.safeArea.top = safeArea.top.bounded(by: height)
        bounded.safeArea.bottom = safeArea.bottom.bounded(by: height - bounded.safeArea.top)
        bounded.safeArea.left = safeArea.left.bounded(by: width)
        bounded.safeArea.right = safeArea.right.bounded(by: width - bounded.safeArea.left)
        bounded.statusBarHeight = statusBarHeight.bounded(by: height)
        // Content pulled down beyond its top lies under no bar: what is below 0 stays finite.
        bounded.scrollOffset = scrollOffset.isFinite ? scrollOffset : 0
        return bounded
    }
}

extension Double {
    /// Returns the number within 0 and a limit; 0 for what is no number.
    func bounded(by limit: Double) -> Double {
        isNaN ? 0 : Swift.min(Swift.max(0, self), Swift.max(0, limit))
    }
}
