package format_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/format"
)

// verb is a verb with flags, width and precision, as the functions of the package are given it.
type verb struct {
	text             string // "%+5.2"
	flags, precision int
	blanks, zeros    string
}

func drawn(rng *rand.Rand, flags string) verb {
	v := verb{text: "%", precision: format.None}
	for i, f := range "+- 0#" {
		if strings.ContainsRune(flags, f) && rng.IntN(4) == 0 {
			v.text += string(f)
			v.flags |= 1 << i
		}
	}
	if width := rng.IntN(40) - 15; width > 0 {
		v.text += fmt.Sprint(width)
		v.blanks, v.zeros = strings.Repeat(" ", width), strings.Repeat("0", width)
	}
	if v.precision = rng.IntN(12) - 6; v.precision < 0 {
		v.precision = format.None
	} else {
		v.text += "." + fmt.Sprint(v.precision)
	}
	return v
}

// TestBodies compares the functions with package fmt for drawn verbs.
func TestBodies(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	bases := map[string]int{"d": 10, "b": 2, "o": 8, "O": 8, "x": 16, "X": 16}
	ints := []int64{0, 1, -1, 7, -8, 10, 99, 100, -4096, math.MaxInt64, math.MinInt64}
	floats := []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e21, 123456789, 1e-7, math.Inf(1), math.Inf(-1),
		math.NaN(), math.MaxFloat64, 5e-324}
	texts := []string{"", "a", "héllo", "日本語", "\xff\xfe", "tab\t\"quote\"",
		"a long text of more than twenty bytes"}
	for range 60_000 {
		v := drawn(rng, "+- 0#")
		for letter, base := range bases {
			more := v.flags
			switch letter {
			case "X":
				more |= format.Upper
			case "O":
				more |= format.Octal
			}
			n := ints[rng.IntN(len(ints))]
			require.Equal(t, fmt.Sprintf(v.text+letter, n), format.Signed(n, base, more, v.precision, v.blanks),
				"%s of %d", v.text+letter, n)
			require.Equal(t, fmt.Sprintf(v.text+letter, uint64(n)),
				format.Unsigned(uint64(n), base, more, v.precision, v.blanks), "%s of %d", v.text+letter, uint64(n))
		}
		v = drawn(rng, "+- 0")
		f, letter := floats[rng.IntN(len(floats))], "efgEG"[rng.IntN(5)]
		precision, single := v.precision, float32(f)
		if precision == format.None && letter != 'g' && letter != 'G' {
			precision = 6
		}
		require.Equal(t, fmt.Sprintf(v.text+string(letter), f),
			format.Float(f, letter, precision, 64, v.flags, v.blanks, v.zeros), "%s of %v", v.text+string(letter), f)
		require.Equal(t, fmt.Sprintf(v.text+string(letter), single),
			format.Float(float64(single), letter, precision, 32, v.flags, v.blanks, v.zeros),
			"%s of float32 %v", v.text+string(letter), single)
		v = drawn(rng, "-0")
		s := texts[rng.IntN(len(texts))]
		cut, filling := s, v.blanks
		if v.precision != format.None {
			cut = format.Cut(s, v.precision)
		}
		if v.flags == format.Zero {
			filling = v.zeros
		}
		require.Equal(t, fmt.Sprintf(v.text+"s", s), format.Pad(cut, filling, v.flags), "%s of %q", v.text+"s", s)
	}
	for range 200_000 { // of all sizes, and of those that are halfway between two
		v := math.Float64frombits(rng.Uint64())
		switch rng.IntN(4) {
		case 0:
			v = math.Ldexp(rng.Float64()-0.5, rng.IntN(80)-10)
		case 2:
			v = math.Ldexp(rng.Float64(), rng.IntN(1000))
		case 1:
			v = float64(rng.IntN(1<<20)-1<<19) / float64(int(1)<<rng.IntN(20))
		}
		precision := rng.IntN(format.MostPrecision + 1)
		require.Equal(t, fmt.Sprintf("%.*f", precision, v), format.Float(v, 'f', precision, 64, 0, "", ""))
		if precision = min(precision, format.MostDigits); rng.IntN(2) == 0 {
			v = math.Round(math.Ldexp(v, -rng.IntN(40))) // with zeros at its end
		}
		require.Equal(t, fmt.Sprintf("%.*g", precision, v), format.Float(v, 'g', precision, 64, 0, "", ""), v)
		require.Equal(t, fmt.Sprintf("%.*G", precision, float32(v)),
			format.Float(float64(float32(v)), 'G', precision, 32, 0, "", ""), v)
	}
	for _, s := range texts {
		require.Equal(t, fmt.Sprintf("%q %x %X", s, s, s),
			format.Quoted(s)+" "+format.Hex(s, 0)+" "+format.Hex(s, format.Upper))
	}
	for _, c := range []uint64{0, 'a', 0xe9, 0xd800, 0xfffd, 0x10ffff, 0x110000, math.MaxUint64} {
		require.Equal(t, fmt.Sprintf("%c %q %U", any(c), any(c), any(c)),
			format.Rune(c)+" "+format.QuotedRune(c)+" "+format.Unicode(c))
	}
	require.Equal(t, "true false", format.Bool(true)+" "+format.Bool(false))
}
