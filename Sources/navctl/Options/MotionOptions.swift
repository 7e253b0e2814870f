internal import ArgumentParser

/// How a change is shown.
struct MotionOption: ParsableArguments {
    @Flag(help: "Tell those who show it to animate it.")
    var animated = false
}

/// Whether a modal keeps a change from what it covers.
struct BeneathModalOption: ParsableArguments {
    @Flag(help: "Do it although a modal covers it.")
    var beneath = false
}
