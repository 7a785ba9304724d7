package golang_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/left"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Lanes that do not get to what is left to Go have Go's results, and the others
// fault.
func TestLeaveToGo(t *testing.T) {
	for name, fn := range left.Funcs {
		t.Run(name, func(t *testing.T) {
			files := []golang.File{{Name: "left.go", Text: left.Source}}
			opts := golang.Options{Import: resolve.New("").Import}
			_, err := golang.Compile(files, name, opts)
			require.Error(t, err, "it needs no option")
			opts.LeaveToGo = true
			p, err := golang.Compile(files, name, opts)
			require.NoError(t, err)
			oracle, err := interp.New(p)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(3, 4))
			f, faults, lanes := reflect.ValueOf(fn), 0, 400
			for lane := range lanes {
				args := make([]reflect.Value, f.Type().NumIn())
				var inputs []interp.Value
				for i := range args {
					args[i] = reflect.New(f.Type().In(i)).Elem()
					invent(rng, args[i], lane)
					inputs = append(inputs, flatten(p, args[i])...)
				}
				var want []reflect.Value
				reached := left.Reached(func() { want, _ = call(f, args) })
				got, fault, err := oracle.Run(inputs)
				require.NoError(t, err)
				require.Equal(t, reached, fault != nil, "%v: %v", args, fault)
				if fault != nil {
					faults++
					require.Equal(t, optab.NeedsGo, fault.Code)
					require.NotEmpty(t, fault.Msg)
					continue
				}
				require.Equal(t, flatten(p, want[0])[0].Bits, got[0].Bits, "%v", args)
			}
			assert.Positive(t, faults)
			assert.Less(t, faults, lanes)
		})
	}
}

// What most lanes get to is refused, in the words that it is refused in without the
// option.
func TestLeavesLittle(t *testing.T) {
	for _, c := range []struct{ name, body, why string }{
		{"always", `fmt.Println(x); return x`, "package fmt is not available"},
		{"each round", `for i := range n { x += float64(i); fmt.Println(x) }; return x`,
			"package fmt is not available"},
		{"each round of a loop with a test", `for i := 0; i < n; i++ { if x > 2 { x -= 1 }; fmt.Println(x) }; return x`,
			"package fmt is not available"},
		{"but for a guard", `if n == 0 { return 0 }
			s := fmt.Sprintf("%b", x)
			for i := range s { x += float64(s[i]); if x > 3 { x /= 2 } }
			return x + float64(len(s)*n) * 2`, "this string is formatted from values"},
		{"both ways", `if n > 0 { fmt.Println(x) } else { fmt.Print(n) }; return x`, "package fmt is not available"},
		{"room", `if n > 5 { s := make([]float64, n); return s[2] }; return x`, "-make-cap"},
		{"what a parameter lacks", `if n > 5 { return t.next.x }; return x`, "parameter t.next"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "package p\nimport \"fmt\"\nvar _ = fmt.Println\ntype T struct { x float64; next *T }\nfunc F(x " +
				"float64, n int, t *T) float64 {\n" + c.body + "\n}\n"
			_, err := golang.Compile([]golang.File{{Name: "p.go", Text: text}}, "F",
				golang.Options{LeaveToGo: true, Import: resolve.New("").Import})
			require.ErrorContains(t, err, c.why)
			assert.NotContains(t, err.Error(), "little")
		})
	}
}
