internal import NavigationClient

extension NavigationClientError {
    /// The message, with the remedy as commands and options of this program.
    var words: String { message { $0.command } }
}

extension NavigationClientError.Remedy {
    /// The command or option that it is, as a part of a sentence.
    fileprivate var command: String {
        switch self {
        case .adopt:
            "'navctl device adopt' makes it this device's, --device names another device"
        case .answerModal:
            "answer it with 'navctl modal answer', name it with --modal to change its own stack, or "
                + "say --beneath to do it all the same"
        case .changeRole: ", with 'navctl device role'"
        case .dropWaiting: ", or drop some ('navctl outbox drop')"
        case .heal: "; if the other is gone, 'navctl heal' brings back what this device has"
        case .invite: "ask for another with 'navctl device invite'"
        case .listScreens: ": 'navctl show' lists them"
        case .listShelf: ": 'navctl shelf list' lists them"
        case .makeScene: "'navctl tab declare' and 'navctl apply' make one"
        case .mendStore:
            "whoever runs navsyncd has to bring a backup back with 'navctl restore', see 'A damaged "
                + "database' in its manual; what waits on devices waits on"
        case .nameEndpoint: "or name its endpoint with --endpoint or NAVSYNC_ENDPOINT"
        case .nameOtherEndpoint: "--endpoint names another daemon"
        case .pair:
            "run 'navctl device invite' where the daemon is, and 'navctl device pair' here"
        case .pairAgain:
            "with 'navctl device invite' on another device and 'navctl device pair' here"
        case .pairAnew: " (navctl device pair)"
        case .seekFault: "run navctl doctor"
        case .waitLonger: "wait longer with --timeout"
        }
    }
}
