package measure

import (
	"math/bits"
	"slices"
	"time"
)

// sample is how long one timed sample should last: long beside the clock's
// resolution, and so short that even on a busy machine most of them are not
// interrupted.
const sample = 60 * time.Microsecond

// Interleaved returns the time of one call of each function in nanoseconds: the
// median of rounds, in each of which every function runs often enough to be timed.
// A nil function has time 0.
func Interleaved(rounds int, fs ...func()) []float64 {
	repeat := make([]int, len(fs))
	times := make([][]float64, len(fs))
	for i, f := range fs {
		if f != nil {
			repeat[i] = repetitions(f)
		}
	}
	for range rounds {
		for i, f := range fs {
			if f != nil {
				times[i] = append(times[i], float64(timed(f, repeat[i]))/float64(repeat[i]))
			}
		}
	}
	medians := make([]float64, len(fs))
	for i, t := range times {
		if len(t) > 0 {
			slices.Sort(t)
			medians[i] = t[len(t)/2]
		}
	}
	return medians
}

// repetitions returns how many calls make a sample.
func repetitions(f func()) int {
	f()
	for n := 1; ; n *= 2 {
		if d := timed(f, n); d >= sample/2 {
			return max(1, int(float64(n)*float64(sample)/float64(d)))
		}
	}
}

func timed(f func(), n int) time.Duration {
	start := time.Now()
	for range n {
		f()
	}
	return time.Since(start)
}

// CyclesPerNanosecond measures the processor's speed by a chain of operations
// of one cycle each, every one of which waits for the one before. It is that of
// the fastest of many short tries: other programs can only slow them down.
func CyclesPerNanosecond() float64 {
	const tries, turns, perTurn = 200, 2500, 8
	x, y := uint64(3), uint64(5)
	fastest := time.Duration(1 << 62)
	for range tries {
		start := time.Now()
		for range turns {
			x = bits.RotateLeft64(x, 7) + y
			x = bits.RotateLeft64(x, 9) + y
			x = bits.RotateLeft64(x, 11) + y
			x = bits.RotateLeft64(x, 13) + y
		}
		fastest = min(fastest, time.Since(start))
	}
	if x == y { // keeps the chain from being left out
		return 0
	}
	return turns * perTurn / float64(fastest)
}
