import Testing

/// The described rows of state and behaviour, through the real binaries: one device acts, and
/// another has to show the same at the same revision.
@Suite("Described rows on two devices", .inOnePlace, .inTurns)
struct RowsOnTwoDevices {}
