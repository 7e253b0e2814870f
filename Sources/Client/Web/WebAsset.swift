/// A file of the pages, all of which are in the program.
package struct WebAsset: Hashable, Sendable {
    /// The media type.
    package let type: String
    /// The content.
    package let content: [UInt8]

    /// Returns the file at a path; `nil` if there is none.
    package static func at(_ path: String) -> WebAsset? {
        switch path {
        case "/":
            WebAsset(type: "text/html; charset=utf-8", content: PackageResources.page_html)
        case "/page.css":
            WebAsset(type: "text/css; charset=utf-8", content: PackageResources.page_css)
        case "/page.js":
            WebAsset(type: "text/javascript; charset=utf-8", content: PackageResources.page_js)
        case "/icon.svg": WebAsset(type: "image/svg+xml", content: PackageResources.icon_svg)
        default: nil
        }
    }
}
