package golang_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
)

// TestViewed: the bits of a number are read through an unsafe.Pointer, if the number is the same while that is there.
func TestViewed(t *testing.T) {
	bits := math.Float64bits
	for _, c := range []struct {
		name, code string
		want       func(x float64) uint64 // nil if it is refused
	}{
		{"at once", "return *(*uint64)(unsafe.Pointer(&x))", bits},
		{"in two ways", "p := (*uint64)(unsafe.Pointer(&x)); if x > 2 { return *p + 1 }; return *p",
			func(x float64) uint64 {
				if x > 2 {
					return bits(x) + 1
				}
				return bits(x)
			}},
		{"before it changes", "b := *(*uint64)(unsafe.Pointer(&x)); x *= 2; return b ^ *(*uint64)(unsafe.Pointer(&x))",
			func(x float64) uint64 { return bits(x) ^ bits(2*x) }},
		{"after it changed", "p := (*uint64)(unsafe.Pointer(&x)); x *= 2; return *p", nil},
		{"before and after", "p := (*uint64)(unsafe.Pointer(&x)); b := *p; x *= 2; return b ^ *p", nil},
		{"while it changes", "p := (*uint64)(unsafe.Pointer(&x)); b := uint64(0)\n" +
			"for range 3 { b ^= *p; if b > 7 { x += 1.5 } }; return b", nil},
		{"written", "*(*uint64)(unsafe.Pointer(&x)) = 3; return uint64(x)", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "package a\n\nimport \"unsafe\"\n\nfunc F(x float64) uint64 { " + c.code + " }\n"
			p, err := golang.Compile([]golang.File{{Name: "a.go", Text: text}}, "F", golang.Options{})
			if c.want == nil {
				require.ErrorContains(t, err, "unsafe.Pointer")
				return
			}
			require.NoError(t, err)
			for _, x := range []float64{0, 1.5, -3, 7e300} {
				got, fault, err := interp.Run(p, []interp.Value{interp.Float64(x)})
				require.NoError(t, err)
				require.Nil(t, fault)
				require.Equal(t, c.want(x), got[0].Bits[0], x)
			}
		})
	}
}
