/// The bounds of a scene and of the messages about it. The daemon announces them at hello.
public enum SceneLimits {
    /// Tabs that a scene may show, hidden behind More or not.
    public static let tabs = 64
    /// Screens on one stack.
    public static let stackDepth = 10_000
    /// Modals that are presented at once.
    public static let modals = 16
    /// Parts of the bars' look that are set.
    public static let barKeys = 256
    /// Standalone bars that are shown at once.
    public static let standaloneBars = 64
    /// Properties that were ever set on one tab, screen, modal or standalone bar.
    public static let properties = 256
    /// Operations in one change.
    public static let operations = 1_024
    /// Bytes of UTF-8 in a route, property or other text.
    public static let textLength = 2_048
    /// Bytes of UTF-8 in the title of a tab, screen or modal.
    public static let titleLength = 1_024
    /// Bytes in an app's payload for a screen or modal.
    public static let payloadLength = 32_768
    /// Bytes in one attribute of any kind.
    public static let attributeLength = 65_536
    /// Attributes of one tab, screen, modal or standalone bar in one operation: room for all its
    /// properties to be replaced by others, and for what it shows besides.
    public static let attributes = 2 * properties + 64
    /// Bytes of an encoded change.
    public static let changeLength = 100_000
    /// Bytes that the names of screens may take in a change; more of them are named by spans.
    static let namesLength = changeLength - 10_000
    /// Operations of one change that name screens by spans: each costs a look at a whole stack, or
    /// at the whole scene, and its commit is as long as the stack is deep.
    public static let spanOperations = 1
}
