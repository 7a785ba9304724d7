package bench

import (
	"math/rand/v2"

	"github.com/lockstep-simt/lockstep"
)

// oneResult is the data of a function with one unnamed result.
func oneResult[T any](lanes int, in lockstep.Inputs, f func(lane int) T) Data {
	out := make([]T, lanes)
	return Data{
		Inputs: in,
		Loop: func() {
			for i := range lanes {
				out[i] = f(i)
			}
		},
		Results: Columns{"r0": out},
	}
}

// floats returns random numbers from lo to below hi, the same for a seed.
func floats(n int, seed uint64, lo, hi float64) []float64 {
	r := rand.New(rand.NewPCG(seed, 0))
	v := make([]float64, n)
	for i := range v {
		v[i] = lo + (hi-lo)*r.Float64()
	}
	return v
}

// ints returns random numbers from lo to below hi, the same for a seed.
func ints(n int, seed uint64, lo, hi int) []int {
	r := rand.New(rand.NewPCG(seed, 0))
	v := make([]int, n)
	for i := range v {
		v[i] = lo + r.IntN(hi-lo)
	}
	return v
}

func narrow(v []float64) []float32 {
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x)
	}
	return out
}

// options returns the columns of Black and Scholes's formula: spot, strike,
// rate, volatility, years.
func options(lanes int) [5][]float64 {
	return [5][]float64{
		floats(lanes, 20, 5, 200), floats(lanes, 21, 5, 200), floats(lanes, 22, 0, 0.1),
		floats(lanes, 23, 0.05, 0.8), floats(lanes, 24, 0.1, 10),
	}
}

// forest is the table of decision trees that programs.Score reads.
type forest struct {
	roots, feature, left, right []int32
	threshold, value            []float64
}

// newForest grows trees over features from 0 to 1. As in trees that were trained, a
// threshold lies within what the questions above it have left of its feature, and some
// branches end early.
func newForest(trees, depth int) *forest {
	r := rand.New(rand.NewPCG(40, 0))
	f := &forest{}
	for range trees {
		var lo, hi [8]float64
		for i := range hi {
			hi[i] = 1
		}
		f.roots = append(f.roots, f.grow(r, depth, lo, hi))
	}
	return f
}

// grow adds a node with all that is below it, and returns its number. Features are between
// lo and hi there.
func (f *forest) grow(r *rand.Rand, depth int, lo, hi [8]float64) int32 {
	node := len(f.feature)
	f.left, f.right = append(f.left, -1), append(f.right, -1)
	if depth == 0 || r.IntN(8) == 0 {
		f.feature, f.threshold = append(f.feature, -1), append(f.threshold, 0)
		f.value = append(f.value, r.NormFloat64())
		return int32(node)
	}
	i := r.IntN(8)
	at := lo[i] + (hi[i]-lo[i])*(0.2+0.6*r.Float64())
	f.feature, f.threshold = append(f.feature, int32(i)), append(f.threshold, at)
	f.value = append(f.value, 0)
	below, above := hi, lo
	below[i], above[i] = at, at
	f.left[node] = f.grow(r, depth-1, lo, below)
	f.right[node] = f.grow(r, depth-1, above, hi)
	return int32(node)
}

// words are some that are often misspelt, of at most twelve letters.
var words = []string{
	"about", "account", "address", "although", "because", "beginning", "behaviour", "believe", "calendar",
	"category", "colleague", "committee", "definitely", "dictionary", "different", "environment",
	"experience", "february", "foreign", "friend", "government", "grammar", "guarantee", "happened",
	"immediate", "knowledge", "language", "library", "mistake", "necessary", "neighbour", "occasion",
	"parallel", "people", "possible", "practice", "publicly", "receive", "recommend", "restaurant",
	"rhythm", "schedule", "separate", "sentence", "strength", "thorough", "tomorrow", "until", "weather",
	"which",
}

// wordPairs returns packed words and what somebody may have typed for them: with up to
// three mistakes, or another word.
func wordPairs(lanes int) (meant, typed []uint64) {
	r := rand.New(rand.NewPCG(41, 0))
	for range lanes {
		word := words[r.IntN(len(words))]
		meant = append(meant, pack([]byte(word)))
		if r.IntN(3) == 0 {
			word = words[r.IntN(len(words))]
		}
		typed = append(typed, pack(mistype(r, word)))
	}
	return meant, typed
}

// mistype returns a word with up to three mistakes, of at most twelve letters.
func mistype(r *rand.Rand, word string) []byte {
	letters := []byte(word)
	for range r.IntN(4) {
		i, letter := r.IntN(len(letters)), 'a'+byte(r.IntN(26))
		switch r.IntN(3) {
		case 0:
			letters[i] = letter
		case 1:
			letters = append(letters[:i], letters[i+1:]...)
		default:
			letters = append(letters[:i+1], letters[i:]...)
			letters[i] = letter
		}
	}
	return letters[:min(len(letters), 12)]
}

// pack returns a word in the form that programs.Distance takes: five bits a letter.
func pack(word []byte) uint64 {
	var packed uint64
	for i, letter := range word {
		packed |= uint64(letter-'a'+1) << (5 * i)
	}
	return packed
}
