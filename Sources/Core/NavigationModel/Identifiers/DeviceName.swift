/// The name that people give a device: `phone`. Unlike ``DeviceID`` it may change, and two may
/// share it.
public struct DeviceName: Identifier {
    /// The name's text.
    public let rawValue: String

    /// Takes a string that the caller has checked.
    public init(unchecked rawValue: String) {
        self.rawValue = rawValue
    }
}
