package simd

// Moves, bitmaps, stacks' rows and products are not looked up by mnemonic: they
// are functions of this package, each with a version in Go and some with
// versions in machine code. Which ones run follows the choice of an
// implementation; a level is that choice as a number.
type level uint8

const (
	inGo level = iota
	inAVX2
	inAVX512
)

var levelNames = [...]string{inGo: Portable, inAVX2: "avx2", inAVX512: "avx512"}

// Moves returns the name of the implementation that the functions of this
// package use, as [Chosen] does for kernels, so that a test can prove which
// path ran.
func Moves() string { return levelNames[moves()] }

// bestLevel returns the highest level among implementations.
func bestLevel(impls []Implementation) level {
	best := inGo
	for _, impl := range impls {
		for l, name := range levelNames {
			if impl.Available && impl.Name == name {
				best = max(best, level(l))
			}
		}
	}
	return best
}
