import FoundationEssentials

/// Files of the repository, found from where this one is.
enum Sources {
    static func bytes(in path: String) -> [UInt8] {
        let root = String(#filePath.split(separator: "/Tests/NavigationWireTests/")[0])
        let data = FileManager.default.contents(atPath: root + "/" + path)
        return data.map { [UInt8]($0) } ?? []
    }

    static func text(in path: String) -> String { String(decoding: bytes(in: path), as: UTF8.self) }
}
