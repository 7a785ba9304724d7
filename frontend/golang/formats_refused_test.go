package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// TestUnformatted: what of a format lanes cannot have is named, with its type, its place, and what there is.
func TestUnformatted(t *testing.T) {
	for _, c := range []struct{ name, body, why string }{
		{"struct", `return fmt.Sprintf("%d: %v", n, P{n, n})`, "fmt.Sprintf has %v for a value of type p.P; format " +
			"its " +
			"fields one by one (p.go:12:20)"},
		{"joined", `return "at " + fmt.Sprintf("%+v", P{n, n}) + "!"`, "%+v for a value of type p.P"},
		{"in some lanes", `s := ""; if n > 3 { s = fmt.Sprint(P{}) }; return s`, "fmt.Sprint prints a value of type " +
			"p.P"},
		{"written", `var b strings.Builder; fmt.Fprintf(&b, "%v", [2]int{n, n}); return b.String()`,
			"fmt.Fprintf has %v for a value of type [2]int; format its elements one by one, in a loop"},
		{"not at the end", `s := fmt.Sprintf("%v", P{n, n}); if s == "{1 1}" { return "" }; return "n"`,
			"%v for a value of type p.P"},
		{"hexadecimal float", `return fmt.Sprintf("%x", x)`, "%x for a value of type float64; floats have %e, %E, " +
			"%f, %g, " +
			"%G and %v"},
		{"digits", `return fmt.Sprintf("%.30f", x)`, "%.30f for a value of type float64; floats have %e, %E, %f, " +
			"%g, %G " +
			"and %v, with at most 19 decimals, or 17 digits by %e and %g"},
		{"number as bool", `return fmt.Sprintf("%t", n)`, "%t for a value of type int; integers have %d, %b"},
		{"bytes", `return fmt.Sprintf("%v", []byte{byte(n)})`, "%v for a value of type []byte; slices of bytes have " +
			"%s, %q"},
		{"text", `return fmt.Sprintf("%d", string(rune(n)))`, "%d for a value of type string; strings have %s, %q"},
		{"flag of a text", `return fmt.Sprintf("%+q", string(rune(n)))`, "%+q for a value of type string; strings " +
			"have " +
			"%s, %q, %x, %X and %v, without the flags"},
		{"pointer", `return fmt.Sprintf("%p", &n)`, "%p for a value of type *int; lanes have no addresses"},
		{"type", `return fmt.Sprintf("%T", P{n, n}.X)`, "%T for a value of type int; %T is there for variables"},
		{"operand", `return fmt.Sprintf("%*d", 5, n)`, "fmt.Sprintf has %*; widths, precisions"},
		{"by number", `return fmt.Sprintf("%[1]d", n)`, "fmt.Sprintf has %[; widths, precisions"},
		{"wide", `return fmt.Sprintf("%100d", n)`, "fmt.Sprintf has %100d; widths and precisions are at most 64"},
		{"no operand", `return fmt.Sprintf("%d %d", n)`, "fmt.Sprintf has no operand for %d"},
		{"more operands", `return fmt.Sprintf("%d", n, n)`, "fmt.Sprintf has more operands than verbs"},
		{"format", `f := "%d"; if x > 0 { f = "%b" }; return fmt.Sprintf(f, n)`, "fmt.Sprintf has a format that is " +
			"not a " +
			"constant"},
		{"slice", `return fmt.Sprintf("%d", []any{n}...)`, "fmt.Sprintf has its operands in a slice"},
		{"method", `return fmt.Sprintf("%v", Q(n))`, "%v for a value of type p.Q, whose method String might panic; " +
			"call " +
			"it, as in x.String()"},
		{"error", `var err error; if n > 3 { err = errors.New("a") }; return fmt.Sprintf("%q", err)`,
			"%q for a value of type error; errors have %v, and %s without a width"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `package p
import ("errors"; "fmt"; "strings")
var _, _ = errors.New, strings.Cut
type P struct { X, Y int }
var table = [...]string{"a", "b"}
type Q int
func (q Q) String() string {
	return table[q]
}

func F(n int, x float64) string {
	` + c.body + "\n}\n"
			_, err := golang.Compile([]golang.File{{Name: "p.go", Text: text}}, "F",
				golang.Options{MakeCap: 100, Import: resolve.New("").Import})
			require.ErrorContains(t, err, c.why)
		})
	}
}
