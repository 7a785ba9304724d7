package circuit_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// Sums and products of bytes are reduced to a byte once, where nobody asks for more of what is in between.
func TestLowBits(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		reduced    int // operations that keep low bits
	}{
		{"a sum of three", "a = add.T x, y\na = zext8.T a\na = add.T a, z\nx = zext8.T a\ngoto end", 1},
		{"a product of differences", "a = sub.T x, 3\na = sext8.T a\na = mul.T a, y\nx = zext8.T a\ngoto end", 1},
		{"a mask of masks", "a = and.T x, 255\nb = and.T y, 1023\na = add.T a, b\nx = and.T a, 255\ngoto end", 1},
		{"with a sign", "a = zext16.T x\na = xor.T a, y\na = neg.T a\nx = sext8.T a\ngoto end", 1},
		{"more bits than there are", "a = add.T x, y\na = zext8.T a\na = add.T a, z\nx = zext16.T a\ngoto end", 2},
		{"somebody asks for more", "a = add.T x, y\na = zext8.T a\na = add.T a, z\nx = zext8.T a\ny = shr.T a, 1\n" +
			"x = add.T x, y\ngoto end", 2},
		{"high bits move down", "a = add.T x, y\na = zext16.T a\na = shr.T a, 4\nx = zext8.T a\ngoto end", 2},
		{"a mask with a gap", "a = and.T x, 253\na = add.T a, y\nx = and.T a, 255\ngoto end", 2},
	} {
		for _, dtype := range []program.Dtype{program.U32, program.I32} {
			body := strings.ReplaceAll(tt.body, "sext", "zext")
			if dtype == program.I32 {
				body = strings.ReplaceAll(body, "zext", "sext")
			}
			p, improved := optimised(t, dtype, `program p source
var x : T
var y : T
var z : T
var a : T
var b : T
func main(x, y) -> (x) {
start:
z = xor.T x, 77
a, b = copy 0, 0
`+body+`
end:
goto halt
}
`)
			text, n := improved.String(), 0
			for _, name := range []string{"zext8.", "sext8.", "zext16.", "sext16.", "and."} {
				n += strings.Count(text, name)
			}
			require.Equal(t, tt.reduced, n, "%s: %s", tt.name, text)
			numbers := []uint64{0, 1, 2, 127, 128, 255, 256, 12345, 65535, 65536, math.MaxInt32, 1 << 31,
				math.MaxUint32}
			for _, x := range numbers {
				for _, y := range numbers {
					requireSame(t, p, improved, dtype, x, y, tt.name)
				}
			}
		}
	}
}
