import NavigationYAML

/// Reads YAML as the daemon's settings and scene files are read, whatever it is to mean.
func fuzzYAML(_ bytes: [UInt8]) throws {
    let root: YAMLNode
    do throws(YAMLDiagnostic) { root = try YAMLDocument.read(bytes, limit: 1 << 18) } catch {
        try require(!error.message.isEmpty, "a mistake is described")
        try require(error.position.line >= 1 && error.position.column >= 1, "it has a place")
        return
    }
    var nodes = [root]
    while let node = nodes.popLast() {
        try require(node.position.line >= 1 && node.position.column >= 1, "a node has its place")
        try require(!node.kind.isEmpty, "a node is of a kind")
        switch node.content {
        case .scalar(let scalar): _ = scalar.meaning
        case .sequence(let items): nodes += items
        case .mapping(let entries): nodes += entries.flatMap { [$0.key, $0.value] }
        }
    }
}
