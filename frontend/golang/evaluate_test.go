package golang_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program"
)

// TestInitialisers are what cases cannot show: what fails matters only to who
// uses it, and what cannot be known is not guessed.
func TestInitialisers(t *testing.T) {
	for name, c := range map[string]struct {
		decls string // and func F() int
		want  int64
		wrong string // part of the message, if it is refused
	}{
		"failing is used": {
			decls: `var a = f(0); var b = 5; func f(x int) int { return 1 / x }
				func F() int { return a + b }`,
			wrong: "variable a: its initialiser panics: integer divide by zero",
		},
		"failing is not used": {
			decls: `var a = f(0); var b = 5; func f(x int) int { return 1 / x }
				type T struct{ n int }; func (t T) m() int { return a }
				func F() int { return b + T{1}.n }`,
			want: 6,
		},
		"what depends on it": {
			decls: `var a = f(0); var b = a + 1; func f(x int) int { return 1 / x }; func F() int { return b }`,
			wrong: "variable b: its initialiser panics",
		},
		"what it may have written": {
			decls: `var c = [2]int{1, 2}; var z int; func init() { set() }; ` +
				`func set() { c[0] = 7; c[0] = 1 / z }; func F() int { return c[1] }`,
			wrong: "c may be set here, before the program begins or later, by code that panics",
		},
		"an order of math.Jn": {
			decls: `import "math"
				var a = math.Jn(2e9, 1e9); func F() int { return int(a) }`,
			wrong: "variable a: its initialiser needs more than 50000000 steps",
		},
		"a part of a variable": {
			decls: `var s = struct{ a, b int }{f(0), 3}; ` +
				`func f(x int) int { return 1 / x }; func F() int { return s.b }`,
			want: 3,
		},
		"dependency order": {
			decls: `var a = b + 1; var b = f(); var c = 40; func f() int { return c + 1 }; func F() int { return a }`,
			want:  42,
		},
		"init functions": {
			decls: `var a []int; func init() { a = append(a, 1) }; ` +
				`func init() { a = append(a, 2*a[0]) }; func F() int { return a[1]*10 + len(a) }`,
			want: 22,
		},
		"a condition that fails": {
			decls: `var d = make(chan bool); var a = <-d && b > 1; var b = 3; ` +
				`func F() int { if a { return 1 }; return b }`,
			wrong: "variable a: its initialiser uses a channel",
		},
		"too much memory": {
			decls: `var a = f(); func f() (s []int) { for { s = append(s, 1, 2, 3, 4, 5, 6, 7) } }; ` +
				`func F() int { return a[0] }`,
			wrong: "its initialiser needs memory for more than",
		},
		"a wide format": {
			decls: `import "fmt"
				var a = len(fmt.Sprintf("%1000000d", 1)); func F() int { return a }`,
			wrong: "with a width that is not available",
		},
		"the order of a map in another variable": {
			decls: `var m = map[int]int{1: 5, 7: 3}; var keys = make([]int, 0, 2); ` +
				`func push(k int) { keys = append(keys, k) }; func init() { for k := range m { push(k) } }; ` +
				`func F() int { return keys[0] }`,
			wrong: "ranges over a map, whose order Go leaves open",
		},
		"a function that rounds call": {
			decls: `var m = map[int]int{1: 5, 7: 3}; var sum = 0; func twice(k int) int { return 2 * k }; ` +
				`func init() { for k := range m { sum += twice(k) } }; func F() int { return sum }`,
			want: 16,
		},
		"nil": {
			decls: `var p *int; var a = *p; func F() int { return a }`,
			wrong: "its initialiser panics: nil dereference",
		},
		"NaN as a key": {
			decls: `import "math"
				var m = map[float64]int{math.NaN(): 1, 3: 5}; 
				func F() int { return len(m) + 10*m[math.NaN()] + 100*m[3] }`,
			want: 502,
		},
		"a value that refers to itself": {
			decls: `type T struct{ t *T; f func() int; m map[string]*T; n int }
				var v = &T{n: 4}
				func init() { v.t = v; v.m = map[string]*T{"v": v}; v.f = func() int { return v.n } }
				func F() int { return v.t.t.m["v"].t.n + v.f() }`,
			want: 8,
		},
		"a call with constants is not made": {
			decls: `func f(n int) int { if n == 0 { return 0 }; return n + f(n-1) }; func F() int { return f(100) }`,
			want:  5050,
		},
		"a long call is made": {
			decls: `func f(n int) (s int) { for i := range n { s += i }; return s }; func F() int { return f(100000) }`,
			want:  4999950000,
		},
		"an error that prints itself without end": {
			decls: `import "fmt"
				type code int
				func (c code) Error() string { return fmt.Sprintf("%v and %v", c, c) }
				var text = code(3).Error()
				func F() int { return len(text) }`,
			wrong: "its initialiser needs calls more than 10000 deep",
		},
		"interfaces that hold one another": {
			decls: `type box struct { x any }
				var a, b any
				func init() { for i := range 100000 { a, b = box{a}, box{b}; _ = i } }
				var same = a == b
				func init() { same = a == b }
				func F() int { if same { return 1 }; return 0 }`,
			wrong: "has interfaces that hold one another more than 10000 deep",
		},
		"a long list": {
			decls: `import "os"
				type node struct { next *node; x int }
				var list = build()
				var n = 3
				func build() *node { var l *node; for i := range 300000 { l = &node{l, i} }; return l }
				func init() { if os.Getenv("X") == "" { list.x = 1 } }
				func F() int { return n }`,
			want: 3,
		},
		"a verb that asks for no text": {
			decls: `import "fmt"
				type code int
				func (c code) Error() string { return fmt.Sprintf("code %d", c) }
				var text = code(3).Error() + fmt.Sprint(code(4))
				func F() int { return len(text) }`,
			want: 12,
		},
		"a text of bytes that are not known": {
			decls: `var letters = []byte{'a', f(0)}
				func f(x byte) byte { return 1 / x }
				var word = string(letters)
				func F() int { return int(word[1]) }`,
			wrong: "variable word: its initialiser panics: integer divide by zero",
		},
		"bytes that are copied over such that are not known": {
			decls: `var letters = []byte{'a', f(0)}
				func f(x byte) byte { return 1 / x }
				var n = copy(letters[1:], "b")
				func F() int { return n*1000 + int(letters[1]) }`,
			want: 1098,
		},
		"what an error wraps": {
			decls: `import ("errors"; "fmt")
				var inner = errors.New("x")
				var outer = fmt.Errorf("y: %w", inner)
				var _, wraps = outer.(interface{ Unwrap() error })
				func F() int { if wraps { return 1 }; return 0 }`,
			wrong: "asks whether an error has a method Unwrap",
		},
		"an error that wraps several": {
			decls: `import ("errors"; "fmt")
				var inner = errors.New("x")
				var outer = fmt.Errorf("%w and %w", inner, inner)
				func F() int { if errors.Is(outer, inner) { return 1 }; return 0 }`,
			want: 1,
		},
		"an error that is wrapped by its number": {
			decls: `import ("errors"; "fmt")
				var inner = errors.New("x")
				func wrapped() error { return fmt.Errorf("%[1]w", inner) }
				func F() int { if errors.Is(wrapped(), inner) { return 1 }; return 0 }`,
			wrong: "errors.Is is not available in batched code for errors that fmt.Errorf wraps",
		},
		"names of types": {
			decls: `import "fmt"
				type code int
				type pair struct { a, b int }
				var text = fmt.Sprintf("%d%% %T,%T,%T,%T,%v", 5, code(3), &pair{}, byte(1), nil, 2.5)
				func F() bool { return text == "5% a.code,*a.pair,uint8,<nil>,2.5" }`,
			want: 1,
		},
		"names of types that are written otherwise": {
			decls: `import "fmt"
				type code int
				var text = fmt.Sprintf("%T", []code{3})
				func F() int { return len(text) }`,
			wrong: "with an operand that is not available",
		},
		"a type by its number": {
			decls: `import "fmt"
				type code int
				var text = fmt.Sprintf("%[1]T", code(3))
				func F() int { return len(text) }`,
			wrong: "is not available",
		},
		"text": {
			decls: `var s = []string{"ab", "c"}; const k = 1; func F() int { return len(s[0])*10 + len(s[k]+"xy") }`,
			want:  23,
		},
	} {
		t.Run(name, func(t *testing.T) {
			src := "package a\n" + c.decls
			p, err := golang.Compile([]golang.File{{Name: "a.go", Text: src}}, "F", golang.Options{})
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				for _, e := range program.Errors(err) {
					assert.True(t, e.Pos.IsValid())
				}
				return
			}
			require.NoError(t, err)
			got, fault, err := interp.Run(p, nil)
			require.NoError(t, err)
			require.Nil(t, fault)
			assert.Equal(t, c.want, int64(got[0].Bits[0]))
		})
	}
}

// Of a variable that cannot be computed it is told why, not that something may change it, for which there is a flag.
func TestNotComputed(t *testing.T) {
	const src = `package a

import "regexp"

var word = regexp.MustCompile("^a+$")

func F(s string) bool { return word.MatchString(s) }
`
	_, err := golang.Compile([]golang.File{{Name: "a.go", Text: src}}, "F",
		golang.Options{Cap: map[string]int{"s": 8}, Import: resolve.New(".").Import})
	all := ""
	for _, e := range program.Errors(err) {
		all += e.Msg + "\n"
	}
	require.Contains(t, all, "package-level variable word: its initialiser calls regexp.MustCompile")
	require.NotContains(t, all, "-assume-constant")
}

// A call whose arguments are constants leaves nothing to do, unless it is long.
func TestConstantCalls(t *testing.T) {
	const src = "package a\nfunc f(n int) (s int) { for i := range n { s += i }; return s }\nfunc G() int { return " +
		"f(10) }\nfunc H() int { return f(100000) }"
	assert.Len(t, compileText(t, src, "G", golang.Options{}).Functions, 1)
	assert.Len(t, compileText(t, src, "H", golang.Options{}).Functions, 2)
}

// Variables of other packages are evaluated before those that need them, and
// their errors have their names.
func TestInitialisersOfPackages(t *testing.T) {
	packages := map[string]string{
		"m.test/base": `package base
			import "errors"
			var ErrBad = errors.New("bad")
			var Alias = ErrBad
			var table = fill()
			var count int
			func init() { count = len(table) }
			func fill() (t [4]float64) { for i := range t { t[i] = float64(i) / 3 }; return t }
			func At(i int) float64 { return table[i] }
			func Count() int { return count }`,
		"m.test/derived": `package derived
			import "m.test/base"
			var Third = base.At(1) * float64(base.Count())
			var Err = base.Alias`,
	}
	opts := golang.Options{Import: func(path string) ([]golang.File, error) {
		if text, ok := packages[path]; ok {
			return []golang.File{{Name: strings.TrimPrefix(path, "m.test/") + ".go", Text: text}}, nil
		}
		return nil, errors.New("no such package")
	}}
	p := compileText(t, `package a
		import "m.test/derived"
		func F(x float64) (float64, error) { if x > 1 { return 0, derived.Err }; return derived.Third, nil }`, "F",
		opts)
	require.Equal(t, []program.ErrorText{{Text: "bad", Var: "m.test/base.ErrBad"}}, p.Errors)
	got, fault, err := interp.Run(p, []interp.Value{interp.Float64(0.5)})
	require.NoError(t, err)
	require.Nil(t, fault)
	assert.Equal(t, interp.Float64(1.0/3*4), got[0])
	assert.Empty(t, p.Uniforms, "a scalar is a literal")
}

// Initialisers compute with the functions that lanes compute with: package math's, and
// with OurMath those of package libm.
func TestInitialisersMath(t *testing.T) {
	const src = "package a\nimport \"math\"\nvar k = 1.25\nvar v = f(k)\nfunc f(x float64) float64 { return " +
		"math.Exp(x) + math.Gamma(x) + math.Tan(x) }\nfunc G(x float64) (float64, float64) { return f(x), v }"
	for _, ours := range []bool{false, true} {
		p := compileText(t, src, "G", golang.Options{OurMath: ours})
		got, _, err := interp.Run(p, []interp.Value{interp.Float64(1.25)})
		require.NoError(t, err)
		assert.Equal(t, got[0], got[1])
	}
}
