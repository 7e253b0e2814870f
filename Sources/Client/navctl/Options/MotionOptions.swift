internal import ArgumentParser

/// The animation of a change.
struct MotionOption: ParsableArguments {
    @Flag(help: "Tell those who show it to animate it.")
    var animated = false
}

/// The permission to change screens that a modal covers.
struct BeneathModalOption: ParsableArguments {
    @Flag(help: "Do it although a modal covers it.")
    var beneath = false
}
