internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel

/// `navctl demo-device`: one device of the demo, started by it; not meant for people.
struct DemoDeviceCommand: AsyncParsableCommand {
    /// The name by which the demo starts it.
    static let name = "demo-device"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Be one device of the demo.", shouldDisplay: false)

    @Option(help: "The device's name.")
    var name: String

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        var configuration = options.configuration
        configuration.deviceName = DeviceName(rawValue: name)
        try await DeviceApp.run(configuration)
    }
}
