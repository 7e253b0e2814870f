import NavigationSync
import Testing

@Suite("Histograms")
struct HistogramTests {
    @Test("A size is in the first bucket whose bound it does not exceed")
    func buckets() {
        var histogram = Histogram(bounds: [10, 20, 40])
        for value: Int64 in [-5, 0, 10, 11, 20, 40, 41, 1_000] { histogram.note(value) }
        #expect(histogram.counts == [3, 2, 1, 2])
        #expect(histogram.count == 8)
        #expect(histogram.sum == 10 + 11 + 20 + 40 + 41 + 1_000)
    }

    @Test("A quantile is interpolated within its bucket")
    func quantiles() {
        var histogram = Histogram(bounds: [10, 20, 40])
        #expect(histogram.quantile(0.5) == nil)
        for _ in 0..<50 { histogram.note(5) }
        for _ in 0..<50 { histogram.note(15) }
        #expect(histogram.quantile(0.5) == 10)
        #expect(histogram.quantile(0.75) == 15)
        #expect(histogram.quantile(0.25) == 5)
        for _ in 0..<900 { histogram.note(100) }
        #expect(histogram.quantile(0.99) == 40)
    }

    @Test("Two of the same bounds add up; sums stop at the largest number")
    func adding() {
        var (one, two) = (Histogram(bounds: [10]), Histogram(bounds: [10]))
        one.note(.max)
        two.note(7)
        one.add(two)
        #expect(one.counts == [1, 1] && one.sum == .max)
        one.add(Histogram(bounds: [11]))
        #expect(one.count == 2)
    }

    @Test("The usual bounds grow")
    func bounds() {
        for histogram in [Histogram.latency, .size] {
            #expect(zip(histogram.bounds, histogram.bounds.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
