import NavigationMetrics
import Testing

@Suite("Figures as text")
struct OpenMetricsTextTests {
    @Test("Each kind has the lines that OpenMetrics gives it")
    func kinds() {
        let families = [
            MetricFamily("a", .counter, "Counted.", [.init(.number(3))]),
            MetricFamily(
                "b_seconds", .gauge, unit: "seconds", "Measured.",
                [.init(.number(0.25), [("x", "1"), ("y", "2")])]),
            MetricFamily(
                "c", .histogram, "Spread.",
                [.init(.distribution([(0.5, 1), (1, 3)], count: 4, sum: 7.5))]),
            MetricFamily("d", .info, "Said.", [.init(.number(1), [("version", "1.2")])]),
        ]
        #expect(
            OpenMetricsText.encode(families) == """
                # TYPE a counter
                # HELP a Counted.
                a_total 3
                # TYPE b_seconds gauge
                # UNIT b_seconds seconds
                # HELP b_seconds Measured.
                b_seconds{x="1",y="2"} 0.25
                # TYPE c histogram
                # HELP c Spread.
                c_bucket{le="0.5"} 1
                c_bucket{le="1.0"} 3
                c_bucket{le="+Inf"} 4
                c_count 4
                c_sum 7.5
                # TYPE d info
                # HELP d Said.
                d_info{version="1.2"} 1
                # EOF

                """)
    }

    @Test("Escapes characters that would end a line or a label")
    func escaping() {
        let family = MetricFamily(
            "a", .gauge, "One \"word\",\nanother \\ line", [.init(.number(1), [("x", "\"\n\\")])])
        let text = OpenMetricsText.encode([family])
        #expect(text.contains(#"# HELP a One \"word\",\nanother \\ line"#))
        #expect(text.contains(#"a{x="\"\n\\"} 1"#))
        #expect(text.split(separator: "\n").count == 4)
    }

    @Test("A line feed behind a carriage return, one character to Swift, ends no line either")
    func lineEnds() {
        let family = MetricFamily("a", .gauge, "b", [.init(.number(1), [("x", "1\r\n2")])])
        let text = OpenMetricsText.encode([family])
        #expect(text.contains("a{x=\"1\r\\n2\"} 1\n"))
        #expect(text.unicodeScalars.count { $0 == "\n" } == 4)
    }

    @Test("The system reports the resources of a process")
    func process() throws {
        let metrics = try #require(ProcessMetrics.current)
        #expect(metrics.cpuSeconds > 0 && metrics.residentBytes > 1_000_000)
        #expect(metrics.virtualBytes >= metrics.residentBytes)
        #expect((3...metrics.descriptorLimit).contains(metrics.openDescriptors))
        // This process started after this was written, and before now.
        #expect((1_750_000_000...5_000_000_000).contains(metrics.startTime))
    }
}
