import Foundation
import RunningProcesses
import NavigationBars

/// A real browser, without a window: where it draws the elements of drawings.
enum Chromium {
    /// The reason for which nothing was measured.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The boxes of all elements with an id, for each drawing, in points from the drawing's corner.
    /// One process measures them all.
    static func boxes(of drawings: [String: String]) throws -> [String: [String: Rect]] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "navsync-chromium-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "page.html")
        try Data(html(drawings).utf8).write(to: page)
        let result = try run(page, in: folder)
        guard let start = result.range(of: "BOXES:"),
            let end = result.range(of: ":END", range: start.upperBound..<result.endIndex),
            let data = Data(base64Encoded: String(result[start.upperBound..<end.lowerBound]))
        else { throw Failure(description: "chromium printed no boxes: \(result.suffix(500))") }
        let measured = try JSONDecoder().decode([String: [String: [Double]]].self, from: data)
        return measured.mapValues { boxes in
            boxes.mapValues { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
        }
    }

    private static func html(_ drawings: [String: String]) -> String {
        let figures = drawings.sorted { $0.key < $1.key }
            .map { "<figure data-name=\"\($0.key)\">\n\($0.value)</figure>\n" }
        return """
            <!DOCTYPE html>
            <meta charset="utf-8">
            <style>figure { margin: 0 } figure > svg { display: block }</style>
            \(figures.joined())
            <script>
            const all = {};
            for (const figure of document.querySelectorAll("figure")) {
              const drawing = figure.querySelector("svg");
              const origin = drawing.getBoundingClientRect();
              const boxes = all[figure.dataset.name] = {};
              for (const element of drawing.querySelectorAll("[id]")) {
                const box = element.getBoundingClientRect();
                boxes[element.id] =
                  [box.x - origin.x, box.y - origin.y, box.width, box.height];
              }
            }
            const text = JSON.stringify(all);
            const bytes = new TextEncoder().encode(text);
            const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
            document.body.textContent = "BOXES:" + btoa(binary) + ":END";
            </script>
            """
    }

    private static func run(_ page: URL, in folder: URL) throws -> String {
        guard let program = path else {
            throw Failure(
                description: "chromium is not on the PATH; Debian has it: "
                    + "apt-get install chromium fonts-inter fonts-noto-core fonts-noto-cjk")
        }
        return try BlockingProcess(
            program,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--user-data-dir=\(folder.appending(path: "profile").path())", "--dump-dom",
                page.absoluteString,
            ]
        ).finish().output
    }

    private static var path: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/chromium" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
