import Foundation
import Testing

/// A file that is checked in beside the tests.
func fixture(_ name: String) throws -> String {
    try #require(Bundle.module.path(forResource: "Fixtures/" + name, ofType: nil))
}
