internal import NavigationModel
internal import NavigationProperties

/// The symbol before the words of a back button.
struct BackIndicator {
    /// Its name.
    let symbol: String
    /// The image that masks the back button while screens move, if the app has its own.
    let mask: String?

    /// Takes the symbol that the screen has of its own, else the bar's image if its mask is there
    /// too (either without the other is nothing, as the description of the bar says), else the
    /// platform's chevron.
    init(_ screen: Screen?, _ properties: BarProperties) {
        let image = properties.explicitText(.backIndicatorImage)
        let mask = properties.explicitText(.backIndicatorTransitionMaskImage)
        let own = screen?.properties.said(.backButtonImage)
        let isPair = image != nil && mask != nil
        symbol = own ?? (isPair ? image : nil) ?? "chevron.backward"
        self.mask = own == nil && isPair ? mask : nil
    }
}
