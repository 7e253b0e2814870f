// The known overrun for .ci/async-frames: with Swift 6.3.1 at -O, 'wait' accesses 16 bytes beyond its
// context, and the program ends with "freed pointer was not the last allocation". LLVM computes the layout
// of values kept across a suspension with an alignment of at most 16 bytes, and then builds a structure in
// which the vector is aligned to 32: the structure grows, and the recorded size does not.
struct Three { var a, b, c: SIMD2<UInt64> }

@inline(never) func pause(_ three: inout Three) async {
    await Task.yield()
    three.a &+= three.b
}

@inline(never) func wait(_ vector: UnsafePointer<SIMD4<UInt64>>, _ number: UInt64) async -> UInt64 {
    var three = Three(a: .one, b: .one, c: .one)
    let kept = vector.pointee
    await pause(&three)
    return (kept &* kept).wrappedSum() &+ three.a[0] &+ number
}

@main struct Main {
    static func main() async {
        var vector = SIMD4<UInt64>(1, 2, 3, 4)
        print(await wait(&vector, 1))
    }
}
