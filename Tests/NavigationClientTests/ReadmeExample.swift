import NavigationClient
import NavigationModel

/// The example of the README, as an app would have it.
func readmeExample(show: (Scene) -> Void) async throws {
    let client = try await NavigationClient()
    let mirror = try await client.mirror()
    let mail = ScreenDescription(route: "mail://inbox/42", title: "Re: Lunch")
    try await mirror.perform(.push(mail, onto: "inbox"))
    for await scene in mirror.scenes { show(scene) }
}
