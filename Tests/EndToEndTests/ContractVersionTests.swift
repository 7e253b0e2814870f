import CommandLine
import Foundation
import Testing

/// The schemas in Config/schema against the sources: this file names no value in JSON, of which there
/// are two types.
@Suite("Schemas of objects")
struct ContractVersionTests {
    @Test("The schema of errors has the codes and the places that there are")
    func codes() throws {
        let schemas = try ContractRuns.schemas.get()
        let members = schemas["error.json"]?["$defs"]?["error"]?["properties"]?["error"]?[
            "properties"]
        #expect(members?["code"]?["enum"]?.strings == ErrorCode.allCases.map(\.rawValue))
        #expect(members?["kept"]?["enum"]?.strings == CommandError.Kept.allCases.map(\.rawValue))
    }

    @Test("Every schema and the page have the version of the contract, and the page every code")
    func version() throws {
        let version = JSONContract.version
        let schemas = try ContractRuns.schemas.get()
        for name in schemas.names {
            #expect(
                schemas[name]?["$id"]?.string
                    == "https://navsync.example/schema/\(version)/\(name)", "\(name)")
        }
        #expect(schemas.names.contains("navctl.json"))
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(
                path: "Sources/Client/navctl/navctl.docc/navctl.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("version \(version) of the contract"))
        for code in ErrorCode.allCases { #expect(text.contains("`\(code.rawValue)`")) }
    }
}
