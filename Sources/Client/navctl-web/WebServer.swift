internal import FlyingFox
internal import FoundationEssentials
internal import NavigationJSON
internal import Web

/// The responses to the requests of browsers.
struct WebServer: HTTPHandler {
    private let browsers: Browsers
    private let rules: RequestRules

    /// The path of the stream of a page.
    static let streamPath = "/stream"

    init(_ browsers: Browsers, _ rules: RequestRules) {
        self.browsers = browsers
        self.rules = rules
    }

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        let isChange = request.method == .POST
        let asset = isChange ? nil : WebAsset.at(request.path)
        let refusal = rules.refusal(
            isChange: isChange, host: request.headers[.host],
            origin: request.headers[HTTPHeader("Origin")],
            site: request.headers[HTTPHeader("Sec-Fetch-Site")], isPage: request.path == "/")
        switch refusal {
        case .host: return response(.misdirectedRequest, "this server has another name")
        case .origin: return response(.forbidden, "this request comes from another page")
        case nil: break
        }
        guard await browsers.mayRequest() else { return tooOften }
        if let asset {
            return HTTPResponse(
                statusCode: .ok, headers: headers(asset.type),
                body: request.method == .HEAD ? Data() : Data(asset.content))
        }
        let cookie = SessionCookie(request.headers[.cookie], on: rules.origins[0])
        let device = await browsers.device(cookie)
        if isChange, request.path == "/join" { return await join(request, isDevice: device != nil) }
        guard let device else { return response(.unauthorized, "this browser is no device") }
        guard await device.mayRequest() else { return tooOften }
        switch (request.method, request.path) {
        case (.GET, "/session"): return response(.noContent)
        case (.GET, Self.streamPath): return await stream(request, to: device)
        case (.POST, "/gestures"): return await take(request, of: device)
        case (.POST, "/leave"):
            guard case .object(let members)? = await json(request),
                case .string(let page)? = members["page"]
            else { return response(.badRequest, "no page") }
            await device.leave(page)
            return response(.noContent)
        case (.POST, "/read"):
            guard case .object(let members)? = await json(request),
                case .integer(let notice)? = members["id"]
            else { return response(.badRequest, "no id of a notice") }
            await device.read(Int(clamping: notice))
            return response(.noContent)
        default: return response(.notFound, "nothing is here")
        }
    }

    private func join(_ request: HTTPRequest, isDevice: Bool) async -> HTTPResponse {
        // Another address for the same browser is left to another browser.
        if isDevice { return response(.ok, "a device already") }
        guard case .object(let members)? = await json(request),
            case .string(let token)? = members["token"]
        else { return response(.badRequest, "no token") }
        var name = ""
        if case .string(let text)? = members["name"] { name = String(text.prefix(40)) }
        switch await browsers.join(token, as: name) {
        case .joined(let cookie):
            var joined = response(.ok, "joined")
            joined.headers[.setCookie] = cookie.header(on: rules.origins[0])
            return joined
        case .refused: return response(.forbidden, "the address was used, or has expired")
        case .tooOften: return tooOften
        case .full:
            return response(
                .serviceUnavailable,
                .object(["reason": .string("full"), "count": JSON(WebLimits.browsers)]))
        case .failed:
            return response(
                .serviceUnavailable,
                .object(["reason": .string(PageReason.server.rawValue)]))
        }
    }

    private func stream(_ request: HTTPRequest, to device: BrowserDevice) async -> HTTPResponse {
        let traits = PageTraits.traits(request.query.map { ($0.name, $0.value) })
        let page = request.query.first { $0.name == "page" }?.value ?? ""
        guard await browsers.pageCount < WebLimits.streams else {
            return response(.serviceUnavailable, "too many pages are open")
        }
        do {
            guard let stream = try await device.follow(traits, as: page) else {
                return response(.tooManyRequests, "this browser has too many pages open")
            }
            return HTTPResponse(
                statusCode: .ok, headers: headers("text/event-stream"),
                body: HTTPBodySequence(from: stream))
        } catch {
            return response(.serviceUnavailable, "\(error)")
        }
    }

    private func take(_ request: HTTPRequest, of device: BrowserDevice) async -> HTTPResponse {
        guard let data = try? await request.bodyData,
            let batch = GestureBatch(String(decoding: data, as: UTF8.self))
        else { return response(.badRequest, "no gestures") }
        guard await device.mayPerform(batch.gestures.count) else { return tooOften }
        return response(.ok, await device.take(batch))
    }

    private func json(_ request: HTTPRequest) async -> JSON? {
        guard let data = try? await request.bodyData else { return nil }
        return try? JSON(parsing: String(decoding: data, as: UTF8.self))
    }

    // MARK: Responses

    private var tooOften: HTTPResponse {
        var response = response(.tooManyRequests, "too many requests: retry after 2 s")
        response.headers[HTTPHeader("Retry-After")] = "2"
        return response
    }

    private func response(_ status: HTTPStatusCode, _ message: String) -> HTTPResponse {
        response(status, .object(["message": .string(message)]))
    }

    private func response(_ status: HTTPStatusCode, _ body: JSON? = nil) -> HTTPResponse {
        HTTPResponse(
            statusCode: status, headers: headers("application/json"),
            body: Data((body?.text ?? "").utf8))
    }

    private func headers(_ type: String) -> HTTPHeaders {
        var headers = HTTPHeaders()
        for (name, value) in RequestRules.headers { headers[HTTPHeader(name)] = value }
        headers[.contentType] = type
        // A proxy that buffers would keep the events to itself.
        headers[HTTPHeader("X-Accel-Buffering")] = "no"
        return headers
    }
}
