import Foundation

/// A directory of JSON Schema files (draft 2020-12).
///
/// It knows the keywords that these files use, and refuses every other: none is ignored.
package struct JSONSchemas: Sendable {
    private let files: [String: JSON]

    /// The findings about a value: what is wrong with it, and the members that a schema describes.
    private struct Findings {
        var violations: [String] = []
        var described: Set<String> = []
    }

    /// Reads all files; throws for a keyword that it does not know, and for a reference to nothing.
    package init(directory: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        var files: [String: JSON] = [:]
        for name in names where name.hasSuffix(".json") {
            files[name] = try JSON(String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8))
        }
        self.files = files
        for (name, schema) in files { try look(at: schema, in: name) }
    }

    /// The names of the definitions of a file.
    package func definitions(of file: String) -> Set<String> {
        files[file]?["$defs"]?.keys ?? []
    }

    /// The names of all files.
    package var names: [String] { files.keys.sorted() }

    /// A file as it is.
    package subscript(file: String) -> JSON? { files[file] }

    /// Returns what is wrong with a value, by a schema as `change.json#/$defs/commit`.
    package func violations(of value: JSON, _ reference: String) throws -> [String] {
        let (file, schema) = try find(reference, from: "")
        return try check(value, schema, in: file, at: "").violations
    }

    private static let notes: Set = ["$schema", "$id", "title", "description"]
    /// The keywords whose value is a schema, schemas by name, and a list of schemas.
    private static let nesting = (
        one: Set(["items", "additionalProperties", "unevaluatedProperties"]),
        named: Set(["$defs", "properties"]), listed: Set(["anyOf", "allOf"])
    )
    private static let others: Set = [
        "$ref", "type", "const", "enum", "pattern", "minimum", "required",
    ]

    private func look(at schema: JSON, in file: String) throws {
        guard case .object(let keywords) = schema else {
            guard schema.boolean != nil else { throw NeverCame("\(file): no schema: \(schema)") }
            return
        }
        for (keyword, value) in keywords {
            if Self.nesting.one.contains(keyword) {
                try look(at: value, in: file)
            } else if Self.nesting.named.contains(keyword), case .object(let schemas) = value {
                for schema in schemas.values { try look(at: schema, in: file) }
            } else if Self.nesting.listed.contains(keyword), let schemas = value.array {
                for schema in schemas { try look(at: schema, in: file) }
            } else if keyword == "$ref", let reference = value.string {
                _ = try find(reference, from: file)
            } else if !Self.notes.contains(keyword), !Self.others.contains(keyword) {
                throw NeverCame("\(file): unknown keyword '\(keyword)'")
            }
        }
    }

    private func find(_ reference: String, from file: String) throws -> (file: String, JSON) {
        let parts = reference.components(separatedBy: "#/$defs/")
        let name = parts[0].isEmpty ? file : parts[0]
        guard parts.count == 2, let schema = files[name]?["$defs"]?[parts[1]] else {
            throw NeverCame("\(file): '\(reference)' leads nowhere")
        }
        return (name, schema)
    }

    private func check(
        _ value: JSON, _ schema: JSON, in file: String, at path: String
    ) throws -> Findings {
        guard case .object(let keywords) = schema else {
            return Findings(violations: schema == .boolean(true) ? [] : ["\(path): not allowed"])
        }
        var findings = try checkSchemas(value, keywords, in: file, at: path)
        func expect(_ condition: Bool, _ keyword: String) {
            guard !condition, let wanted = keywords[keyword] else { return }
            findings.violations.append("\(path): not of \(keyword) \(wanted)")
        }
        if let type = keywords["type"] {
            let types = type.array ?? [type]
            expect(types.contains { $0.string.map(value.isOf) ?? false }, "type")
        }
        if let constant = keywords["const"] { expect(value == constant, "const") }
        if let values = keywords["enum"]?.array { expect(values.contains(value), "enum") }
        if let pattern = keywords["pattern"]?.string, let text = value.string {
            expect(text.range(of: pattern, options: .regularExpression) != nil, "pattern")
        }
        if let minimum = keywords["minimum"]?.double, let number = value.double {
            expect(number >= minimum, "minimum")
        }
        if let names = keywords["required"]?.strings, let keys = value.keys {
            for name in names where !keys.contains(name) {
                findings.violations.append("\(path)/\(name): missing")
            }
        }
        if keywords["unevaluatedProperties"] == .boolean(false), let keys = value.keys {
            for name in keys.subtracting(findings.described).sorted() {
                findings.violations.append("\(path)/\(name): not described")
            }
        }
        return findings
    }

    /// Checks the keywords that have schemas of their own.
    private func checkSchemas(
        _ value: JSON, _ keywords: [String: JSON], in file: String, at path: String
    ) throws -> Findings {
        var all = Findings()
        func add(_ findings: Findings) {
            all.violations += findings.violations
            all.described.formUnion(findings.described)
        }
        if let reference = keywords["$ref"]?.string {
            let (file, schema) = try find(reference, from: file)
            add(try check(value, schema, in: file, at: path))
        }
        for schema in keywords["allOf"]?.array ?? [] {
            add(try check(value, schema, in: file, at: path))
        }
        if let schemas = keywords["anyOf"]?.array {
            let results = try schemas.map { try check(value, $0, in: file, at: path) }
            let valid = results.filter(\.violations.isEmpty)
            for findings in valid { add(findings) }
            if valid.isEmpty {
                let nearest = results.min { $0.violations.count < $1.violations.count }
                all.violations += nearest?.violations ?? ["\(path): nothing of anyOf"]
            }
        }
        if case .object(let members) = value {
            let additional = keywords["additionalProperties"]
            for (name, member) in members {
                guard let schema = keywords["properties"]?[name] ?? additional else { continue }
                all.described.insert(name)
                all.violations += try check(member, schema, in: file, at: "\(path)/\(name)")
                    .violations
            }
        }
        if let schema = keywords["items"] {
            for (index, element) in (value.array ?? []).enumerated() {
                all.violations += try check(element, schema, in: file, at: "\(path)/\(index)")
                    .violations
            }
        }
        return all
    }
}

extension JSON {
    /// Returns a Boolean value indicating whether the value is of a type of JSON Schema.
    fileprivate func isOf(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
