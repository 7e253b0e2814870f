import Foundation

/// The tables for people: one for each kind of cell and transport.
struct Tables {
    /// All rows, those of a cell together.
    let rows: [Row]
    /// The server that the others are compared with.
    let base: String

    /// The lines of all tables.
    var lines: [String] {
        var lines: [String] = []
        for kind in Cell.Kind.allCases {
            for transport in Transport.allCases {
                let rows = rows.filter { $0.cell.kind == kind && $0.cell.transport == transport }
                guard !rows.isEmpty else { continue }
                lines += ["", Self.caption(kind, transport), ""]
                lines += aligned([Self.heads(kind)] + rows.map(cells))
            }
        }
        return lines
    }

    private static func caption(_ kind: Cell.Kind, _ transport: Transport) -> String {
        let way = transport == .ipc ? "ipc" : "TCP with CURVE"
        return switch kind {
        case .durable: "Durable changes of one device, mirrored by another; \(way)"
        case .steps:
            "Pushes and pops of one device in turn, mirrored by another; \(way)"
        case .devices:
            "Busy devices with 128 changes outstanding together, and a polite one; \(way)"
        case .scenes:
            "Durable changes to many scenes in turn, 50 of each user, that nobody mirrors; \(way)"
        case .fanout: "Durable changes of one device, to many mirrors; \(way)"
        case .catchup: "Catch-up by the log; \(way)"
        }
    }

    private static func columns(_ kind: Cell.Kind) -> [(head: String, metric: Metric)] {
        switch kind {
        case .durable, .steps:
            [
                ("changes/s", .rate), ("CPU µs", .processorTime), ("thread µs", .busiestThread),
                ("receipt p50", .receiptMedian), ("p99", .receiptLate),
                ("mirror p50", .mirrorMedian), ("p99", .mirrorLate),
            ]
        case .devices:
            [
                ("changes/s", .rate), ("CPU µs", .processorTime), ("thread µs", .busiestThread),
                ("polite p50", .receiptMedian), ("p99", .receiptLate),
            ]
        case .scenes:
            [
                ("changes/s", .rate), ("CPU µs", .processorTime), ("thread µs", .busiestThread),
                ("receipt p50", .receiptMedian), ("p99", .receiptLate),
            ]
        case .fanout:
            [
                ("deliveries/s", .deliveries), ("changes/s", .rate), ("CPU µs", .processorTime),
                ("thread µs", .busiestThread),
            ]
        case .catchup: [("ms", .fetch), ("CPU µs", .processorTime)]
        }
    }

    private static func heads(_ kind: Cell.Kind) -> [String] {
        ["", "server"] + columns(kind).map(\.head) + ["x CPU", "note"]
    }

    private func cells(_ row: Row) -> [String] {
        let other = rows.first { $0.cell == row.cell && $0.server == base }
        let ratio = other.flatMap { row.ratio(.processorTime, to: $0) }
        let isBusy = (row.median(.client) ?? 0) > Self.busy
        return [row.cell.title, row.server]
            + Self.columns(row.cell.kind).map { column in
                guard let best = row.best(column.metric), let median = row.median(column.metric)
                else { return "-" }
                return "\(Self.number(best)) (\(Self.number(median)))"
            } + [ratio.map(Self.number) ?? "-", isBusy ? "client" : ""]
    }

    /// The share of a processor beyond which the clients are the limit.
    private static let busy = 0.9

    /// Returns a number with three digits that count, or all before the point.
    static func number(_ value: Double) -> String {
        let digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
        let text = String(format: "%.\(digits)f", value)
        guard value >= 9_999.5 else { return text }
        // Thousands apart.
        return text.reversed().enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, digit.offset % 3 == 0 { text = "," + text }
            text = String(digit.element) + text
        }
    }

    /// Returns the lines of a table in Markdown whose columns are as wide as their widest cell.
    func aligned(_ rows: [[String]]) -> [String] {
        let count = rows.first?.count ?? 0
        let widths = (0..<count).map { column in max(3, rows.map { $0[column].count }.max() ?? 0) }
        func line(_ cells: [String]) -> String {
            let padded = cells.indices.map { column in
                let gap = String(repeating: " ", count: widths[column] - cells[column].count)
                return column < 2 ? cells[column] + gap : gap + cells[column]
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = widths.indices.map { column in
            let dashes = String(
                repeating: "-", count: widths[column] - (column < 2 ? 0 : 1))
            return column < 2 ? dashes : dashes + ":"
        }
        return [line(rows[0]), line(rule)] + rows.dropFirst().map(line)
    }
}

/// All that was measured, for programs.
struct Report: Encodable {
    /// The time of the beginning, as ISO 8601 has it.
    let date: String
    /// The daemon's version.
    let daemon: String
    /// The number of processors.
    let processors: Int
    /// The seconds of a slice.
    let seconds: Double
    /// A row for each server of each cell.
    let rows: [Summary]

    /// A row's figures.
    struct Summary: Encodable {
        let cell: Cell
        let server: String
        /// The best of all rounds, the median, and the median of the ratios to the least server.
        let figures: [String: Figure]
    }

    /// A figure of a row.
    struct Figure: Encodable {
        let best: Double
        let median: Double
        let ratio: Double?
        let rounds: [Double]
    }

    /// Summarizes rows, compared with those of the server `base`.
    static func summaries(of rows: [Row], base: String) -> [Summary] {
        rows.map { row in
            let other = rows.first { $0.cell == row.cell && $0.server == base }
            var figures: [String: Figure] = [:]
            for metric in Metric.allCases {
                guard let best = row.best(metric), let median = row.median(metric) else { continue }
                figures[metric.rawValue] = Figure(
                    best: best, median: median,
                    ratio: other.flatMap { row.ratio(metric, to: $0) },
                    rounds: row.values(metric))
            }
            return Summary(cell: row.cell, server: row.server, figures: figures)
        }
    }
}
