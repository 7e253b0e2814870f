/// What bounds a scene and the messages about it. The daemon announces them at hello.
public enum Limits {
    /// Tabs that a scene may show, hidden behind More or not.
    public static let tabs = 64
    /// Screens on one stack.
    public static let stackDepth = 10_000
    /// Modals that are presented at once.
    public static let modals = 16
    /// Parts of the bars' look that are set.
    public static let barKeys = 256
    /// Operations in one change.
    public static let operations = 1_024
    /// Bytes of UTF-8 in a title, route or other text.
    public static let textLength = 2_048
    /// Bytes of UTF-8 in the title of a tab, screen or modal.
    public static let titleLength = 1_024
    /// Bytes in an app's payload for a screen or modal.
    public static let payloadLength = 32_768
    /// Bytes in one attribute of any kind.
    public static let attributeLength = 65_536
    /// Attributes of one tab or screen in one operation.
    public static let attributes = 64
    /// Bytes of an encoded change.
    public static let changeLength = 100_000
}
