package engine

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/bind"
)

// Programs with integers of 64 bits beside numbers of 32, and whether the former have 32 bits in their code.
var shortPrograms = []struct {
	name, text string
	short      bool
}{
	{"rounds", `func F(x float32) int {
		for n := 0; n < 256; n++ { x = x*x - 1.5; if x > 4 { return n } }
		return 256 }`, true},
	{"a sum of ones", `func F(x uint32) (n int) { for x != 0 { x &= x - 1; n++ }; return }`, true},
	{"a sum that begins with an input", `func F(x uint32, n int) int {
		for x != 0 { x &= x - 1; n -= 3 }
		return n }`, true},
	{"a sum of several", `func F(x uint32) (n, m int) {
		for x != 0 { x &= x - 1; if x&1 == 0 { n += 2 } else { m = n; n-- } }
		return }`, true},
	{"a sum of what is large", `func F(x uint32) (n int) {
		n = int(x >> 1)
		for x != 0 { x &= x - 1; n++ }
		return }`, false},
	{"a sum that begins with one that is large", `func F(x uint32) int {
		n, m := 0, 0
		for n < 0x3fffffff && x&1 == 0 { x >>= 1; n = n*2 + 1 }
		for m = n; x != 0; m++ { x &= x - 1 }
		return m }`, false},
	{"a sum of large steps", `func F(x uint32) (n int) {
		for x != 0 { x &= x - 1; n += 1 << 20 }
		return }`, false},
	{"a sum whose sign changes", `func F(x uint32) (n int) {
		for ; x != 0; x &= x - 1 { if x&64 != 0 { n = -n }; n += 3; if x&128 != 0 { n = max(n, -n) } }
		return }`, true},
	{"the sign of a number", `func F(x uint32) int { return -int(int32(x)) }`, false},
	{"a sum of digits", `func F(x uint32) (n int) {
		for ; x > 0; x /= 10 { if d := int(x%10) * 2; d > 9 { n += d - 9 } else { n -= d } }
		return }`, true},
	{"a sum of sums", `func F(x uint32) (n, m int) {
		for x != 0 { x &= x - 1; n++; m += n }
		return }`, false},
	{"beside arrays that are compared", `func F(v, w uint32) (n int) {
		x := [3]uint32{v, w, v ^ w}
		y := x
		for i := range y { y[i] &= y[0]; n += i }
		if x == y { n++ }
		return }`, true},
	{"beside bytes in an array", `func F(x, k uint32) (n int) {
		var a [5]uint8
		for i := range a { a[i] = uint8(x>>i) ^ uint8(k) }
		for i, v := range a { n += int(v) * i }
		return }`, true},
	{"in an array", `func F(x uint32) (n int) {
		var at [6]int
		for i := range at { at[i] = int(x >> i & 7) }
		for i := range at { n += at[at[i]&3] - i }
		return }`, true},
	{"counts in an array", `func F(x uint32) (n, m int) {
		var count [4]int
		for ; x != 0; x >>= 2 { count[x&3]++ }
		for i, c := range count { if c > count[m] { m = i }; n = n*2 + c }
		return n, m }`, false},
	{"counts of counts in an array", `func F(x uint32) (n int) {
		var count [4]int
		for ; x != 0; x >>= 2 { count[x&3] = max(count[x>>2&3], n) + 2; n = min(n+1, count[1]) }
		return max(count[1], n) }`, true},
	{"sums of two in an array", `func F(x uint32) int {
		var a [8]int
		a[0] = 1
		for ; x != 0; x >>= 3 { a[x&7] += a[x>>3&7] }
		return a[7] }`, false},
	{"large numbers in an array", `func F(x uint32) (n int) {
		var a [5]int
		for i := range a { a[i] = int(x) << i }
		for _, v := range a { n ^= v }
		return }`, false},
	{"in a long array", `func F(x, k uint32) (n int) {
		var at [12]int
		for i := range at { at[i] = int(x >> i & 7) }
		for ; k != 0; k >>= 3 { at[k&7], at[x&7] = at[at[k&7]]-int(k>>3&1), at[k&7]; x >>= 1 }
		for i := range at { n = n*3&1023 + at[i]&63 }
		return }`, true},
	{"beside large numbers in an array", `func F(x uint32) (n int) {
		var a [5]uint32
		for i := range a { a[i] = x >> i }
		for _, v := range a { n += int(v) }
		return }`, false},
	{"a product", `func F(x uint32, k int) int { return (k & 0x7fff) * int(x&0xffff) }`, true},
	{"a large product", `func F(x uint32, k int) int { return (k & 0x7fff) * int(x&0x1ffff) }`, false},
	{"without a sign", `func F(x uint32) (n uint64) {
		n = uint64(x >> 1)
		for x > 9 { x >>= 1; n ^= uint64(x) }
		return }`, true},
	{"without a sign, large", `func F(x uint32) uint64 { return uint64(x) }`, false},
	{"a table", `var tab = [...]float32{3, 1, 4, 1, 5, 9, 2, 6}
	func F(x float32, k int) (y float32) {
		for i := k & 7; i >= 0; i-- { y = y*x + tab[i] }
		return }`, true},
	{"a long table, and an index that may be out of range", `var tab = func() (t [100]float32) {
		for i := range t { t[i] = float32(i*i%17) }; return }()
	func F(x float32, k int) (y float32) {
		for i := k; i != 3; i-- { y = y*x + tab[i] }
		return }`, true},
	{"a local array", `func F(x float32, k int) (y float32) {
		var a [9]float32
		for i := range a { a[i] = x + float32(i) }
		for i := range 5 { a[(k+i)&7], a[i+2] = a[i], y; y += a[8-i] - a[(k-i)&3] }
		return }`, true},
	{"a local array of int", `func F(x float32, k int) (n int) {
		var a [4]int
		for range 9 { a[k&3]++; k >>= 1 }
		return a[0] - a[3] }`, true},
	{"floats of 64 bits", `func F(x float32, k int) float64 { return float64(x) + float64(k) }`, false},
	{"conversions", `func F(x float32, k int, u uint32) (r float32, b uint32, c int32) {
		for i := 0; i < 5; i++ { r += float32(k-i) / x; b ^= uint32(k) << 3; c -= int32(k) | int32(u) }
		return }`, true},
	{"order", `func F(k int, u uint32, x float32) (n int) {
		n = min(k, int(u&255)); m := max(n, -k)
		switch { case m < 3: n = 7; case m >= 100 && k > 0: n = m - 1; case m == 50: n = -m }
		for j := n & 15; j > 0; j -= 2 { x += x }
		if x > 3 { n = -n }
		return }`, true},
	{"shifts", `func F(k int, u uint32) (n, m int) {
		n, m = (k&1023)<<7, (k-9)>>40
		return n>>3 ^ int(u&7), m }`, true},
	{"a switch", `func F(k int, x float32) (y float32) {
		for i := 0; i < 9; i++ {
			switch (k + i) & 7 { case 0: y += x; case 1, 3: y *= x; case 6: y -= 2; default: y++ } }
		return }`, true},
	{"a fault", `var tab = [...]float32{3, 1, 4}
	func F(k int, x float32) float32 { for i := 0; i < 4; i++ { x += tab[(k+i)&3] }; return x }`, true},
	{"an index that is checked", `func F(x uint32, k int) (y uint32) {
		var a [9]uint32
		for i := range a { a[i] = x >> i }
		for j := k; x&3 != 3; j++ { y += a[j]; x = x*1664525 + 1013904223 }
		return }`, true},
	{"a bound that is checked", `func F(x uint32, k int) (y uint32) {
		var a [9]uint32
		for i := range a { a[i] = x >> i }
		for _, v := range a[k>>1:k] { y += v }
		return }`, true},
	{"a table of small int", `var tab = [...]int{3, -1, 4, 1 << 29, 5, 9, 2, 6}
	func F(x uint32, k int) (y uint32) {
		for i := k & 7; i >= 0; i-- { if tab[i] > int(x&7) { y += uint32(tab[i&3]) } }
		return }`, true},
	{"a table of large int", `var tab = [...]int{3, -1, 4, 1 << 31, 5, 9, 2, 6}
	func F(x uint32, k int) (y uint32) {
		for i := k & 7; i >= 0; i-- { if tab[i] > int(x&7) { y += uint32(tab[i&3]) } }
		return }`, false},
	{"leading zeros", `import "math/bits"
	func F(x uint32) int { return bits.LeadingZeros32(x) }`, true},
	{"counts", `import "math/bits"
	func F(x uint32, y float32) (n, m int, z float32) {
		for ; x > 9; x >>= uint(bits.TrailingZeros32(x)&3 + 1) {
			n += bits.OnesCount32(x^0xff00ff) - bits.LeadingZeros32(x>>3)
			m = bits.TrailingZeros32(x &^ 7) }
		return n, m, y * float32(bits.Len32(x)) }`, true},
	{"counts of constants", `import "math/bits"
	func F(x uint32, k int) int {
		return bits.OnesCount32(x) + bits.TrailingZeros32(x&0) + bits.LeadingZeros32(x&0) }`, true},
	{"shifts by some", `func F(x uint32, s int32, k int) (n, m int, r uint32, t int32) {
		n = 1 << uint(k&15)
		m = -k >> (x & 63)
		for i := uint64(0); i < 40; i += 3 { r ^= x<<i | x>>(32-i&31); t += s >> i }
		return }`, true},
	{"rotations of 32 bits", `import "math/bits"
	func F(x uint32) (n int, h uint32) {
		for h = 77; x != 0; n++ { h = bits.RotateLeft32(h^x&255, 13) * 5; x >>= 3 }
		return }`, true},
	{"rotations by some", `import "math/bits"
	func F(x uint32) (n int, h uint32) {
		for h = 77; x != 0; n++ { h = bits.RotateLeft32(h^x&255, n&7) * 5; x >>= 3 }
		return }`, false},
	{"operations on floats that take an int", `import "math"
	func F(x float32, k int) (y float32) {
		for i := k & 7; i > 0; i-- { y += float32(math.Ldexp(float64(x), i)) }
		return }`, false},
	{"leading zeros of many", `import "math/bits"
	func F(x uint32) int { return bits.LeadingZeros64(uint64(x >> 3)) }`, false},
	{"rotations", `import "math/bits"
	func F(x uint32) uint64 { return bits.RotateLeft64(uint64(x&15), 3) }`, false},
	{"quotients", `func F(k int32, x float32) (n int) {
		for k > 0 { if k%10 == 7 { n++ }; k /= 10 }
		return }`, true},
	{"quotients of any", `func F(k int32, x float32) (n int) {
		for n = 0; k > 0; n++ { k /= int32(n)&7 + 2 }
		return n }`, false},
	{"quotients of int", `func F(k int, x uint32) (n, m int) {
		return k/7 - (k-5)/-12 + k%1000, k%-60 + int(x%2147483649) + k/2147483647 }`, false},
	{"quotients of small int", `func F(k int, x uint32) (n, m int) {
		return k/7 - (k-5)/-12 + k%1000, k%-60 + int(x/25) + k/2147483647 }`, true},
}

// TestShort compares code whose integers are short with the machine, for inputs that there is room for and others.
func TestShort(t *testing.T) {
	skipWithout(t)
	for _, tt := range shortPrograms {
		t.Run(tt.name, func(t *testing.T) { compareShort(t, tt.text, tt.short) })
	}
}

func compareShort(t *testing.T, text string, short bool) {
	p := lowered(t, text)
	machine, err := batch.Compile(p)
	require.NoError(t, err)
	for _, lanes := range []int{1, 9, 300} {
		for _, large := range []bool{false, true} {
			in := inputs(machine.Params(), lanes)
			for _, col := range in {
				if data, ok := col.Data.([]int64); ok && large {
					data[lanes/2] = 1<<inputBits + int64(lanes)
				}
			}
			for _, set := range Machines() {
				for groups := 1; groups <= 2; groups++ {
					c := code(t, p, Options{Machine: set, Groups: groups}, groups == 2)
					require.Equal(t, short, c.usual.Short, set)
					compareBound(t, c, machine, in, lanes)
				}
			}
		}
	}
}

// compareBound compares the lanes of code with those of the machine, whose tables it gets.
func compareBound(t *testing.T, c *Code, machine *batch.Code, in []batch.Column, lanes int) {
	want, err := machine.Run(context.Background(), in)
	require.NoError(t, err)
	got, err := bind.RunInto(context.Background(), c, machine, in, machine.NewColumns(lanes), lanes, bind.Options{})
	require.NoError(t, err)
	require.Equal(t, want.Faults, got.Faults)
	for i, col := range want.Cols {
		for lane := range lanes {
			if slices.ContainsFunc(want.Faults, func(f batch.Fault) bool { return f.Lane == lane }) {
				continue
			}
			a, b := bitsOf(got.Cols[i].Data, lane), bitsOf(col.Data, lane)
			require.Equal(t, b, a, "%s, result %d of lane %d of %d", c.set.name, i, lane, lanes)
		}
	}
}

// TestShortRounds: lanes that are older than sums of small numbers may be are given back.
func TestShortRounds(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(x uint32) (n int) {
		for n = 0; x != 1; n++ { x = x>>1 ^ -(x & 1) & 0x80000057 }
		return }`)
	c := code(t, p, Options{Machine: usual()}, true)
	require.True(t, c.usual.Short)
	require.Positive(t, c.usual.Rounds)
	require.LessOrEqual(t, c.usual.Rounds, int64(sumRoom))
	c.usual.Rounds = 5000
	x, n := []uint32{1, 2, 3, 4, 5, 6, 0xfffffff1, 8, 9, 10}, make([]int64, 10)
	o, err := c.Do(context.Background(), &Run{In: []any{x}, Out: []any{n}, Lanes: 10, Workers: 1})
	require.NoError(t, err)
	require.Empty(t, o.Left)
	require.NotEmpty(t, o.Again)
	require.Less(t, len(o.Again), 10)
	for i, x := range x {
		if !slices.Contains(o.Again, i) {
			steps := int64(0)
			for ; x != 1; steps++ {
				x = x>>1 ^ -(x&1)&0x80000057
			}
			require.Equal(t, steps, n[i])
		}
	}
}

// TestShortAnything: whatever a program does with small numbers, they are what they are in the machine.
func TestShortAnything(t *testing.T) {
	skipWithout(t)
	programs := 150
	if testing.Short() {
		programs = 15
	}
	short := 0
	for i := range programs {
		w := &shortWriter{Rand: rand.New(rand.NewPCG(uint64(i), 3))}
		text := w.program()
		p := lowered(t, text)
		machine, err := batch.Compile(p)
		require.NoError(t, err)
		in := inputs(machine.Params(), 70)
		for _, set := range Machines() {
			c := code(t, p, Options{Machine: set, Groups: 1 + i%2}, i%3 == 0)
			if c.usual.Short {
				short++
			}
			if ok := t.Run(fmt.Sprint(i), func(t *testing.T) { compareBound(t, c, machine, in, 70) }); !ok {
				t.Fatal(text)
			}
		}
	}
	require.Greater(t, short, programs/4)
	t.Logf("%d of %d have short integers", short, programs)
}

// shortWriter writes programs of which many have small integers.
type shortWriter struct {
	*rand.Rand
	strings.Builder
}

func (w *shortWriter) any(list ...string) string { return list[w.IntN(len(list))] }

// number is an expression of type int.
func (w *shortWriter) number(depth int) string {
	if depth == 0 {
		return w.any("a", "b", "c", "k", "i", "int(u&255)", "int(s>>20)", "(a-3)", "(b|1)", "n[i&7]", "int(bytes[k&7])")
	}
	x, y := w.number(depth-1), w.number(w.IntN(depth))
	switch w.IntN(13) {
	case 0, 1:
		return fmt.Sprintf("(%s)&%s", x, w.any("15", "255", "4095"))
	case 2:
		return fmt.Sprintf("(%s + %d)", x, w.IntN(9)-4)
	case 3:
		return fmt.Sprintf("(%s&1023 - %s&1023)", x, y)
	case 4:
		return fmt.Sprintf("(%s&63) * (%s&127)", x, y)
	case 5:
		return fmt.Sprintf("min(%s, %s)", x, y)
	case 6:
		return fmt.Sprintf("max(%s, %d)", x, w.IntN(200)-100)
	case 7:
		return fmt.Sprintf("(%s)>>%s", x, w.any("3", "9", "40", "(u&63)", "uint(k&31)"))
	case 8:
		return fmt.Sprintf("(%s&31)<<%d", x, w.IntN(9))
	case 9:
		return fmt.Sprintf("(%s&255 ^ %s&255)", x, y)
	case 10:
		return fmt.Sprintf("int(int32(%s))&1023", x)
	case 11:
		return fmt.Sprintf("(%d - (%s))", w.IntN(9), x)
	}
	return fmt.Sprintf(w.any("int(uint32(%s)>>9)", "bits.OnesCount32(uint32(%s))",
		"bits.TrailingZeros32(uint32(%s))", "bits.Len32(uint32(%s))"), x)
}

func (w *shortWriter) test() string {
	return fmt.Sprintf("%s %s %s", w.number(1), w.any("<", "<=", "==", "!=", ">", ">="), w.number(1))
}

func (w *shortWriter) statement(depth int) {
	switch n := w.IntN(15); {
	case n == 12:
		fmt.Fprintf(w, "n[(%s)&7] = %s\n", w.number(1), w.number(1))
	case n == 13:
		fmt.Fprintf(w, "%s%s\n", w.any("n[u&7]", "n[(a&7)+3]", "n[i&7]"), w.any("++", "--", " += 9"))
	case n == 14:
		fmt.Fprintf(w, "bytes[(%s)&7] = uint8(%s)\n", w.number(1), w.number(1))
	case n < 3:
		fmt.Fprintf(w, "%s = %s\n", w.any("a", "b", "c"), w.number(2))
	case n < 5:
		fmt.Fprintf(w, "%s%s\n", w.any("a", "b", "c"), w.any("++", "--", " += 5"))
	case n < 6:
		fmt.Fprintf(w, "x += tab[(%s)&7] * x\n", w.number(1))
	case n < 7:
		fmt.Fprintf(w, "y = float32(%s) - y\n", w.number(1))
	case n < 8:
		fmt.Fprintf(w, "u ^= uint32(%s) * 77\n", w.number(1))
	case n < 9:
		fmt.Fprintf(w, "m[(%s)&7] %s float32(%s)\n", w.number(1), w.any("=", "+="), w.number(1))
	case n < 10:
		fmt.Fprintf(w, "x = m[(%s)&7]\n", w.number(1))
	case depth > 0 && n < 11:
		fmt.Fprintf(w, "if %s {\n", w.test())
		w.statement(depth - 1)
		w.WriteString("} else {\n")
		w.statement(depth - 1)
		w.WriteString("}\n")
	case depth > 0:
		fmt.Fprintf(w, "for j := 0; j < (%s)&7; j++ {\n", w.number(1))
		w.statement(depth - 1)
		fmt.Fprintf(w, "if %s { break }\n}\n", w.test())
	default:
		fmt.Fprintf(w, "s -= int32(%s)\n", w.number(1))
	}
}

func (w *shortWriter) program() string {
	w.WriteString("import \"math/bits\"\nvar _ = bits.Len\nvar tab = [...]float32{3, 1, 4, 1, 5, 9, 2, 6}\n" +
		"func F(x float32, k int, u uint32, s int32) (a, b int, y float32, t uint32) {\n" +
		"var m [8]float32\nvar n [13]int\nvar bytes [9]uint8\n_ = bytes\nc, i := 1, 0\n")
	for range 2 {
		w.statement(2)
	}
	fmt.Fprintf(w, "for i = 0; %s; i++ {\n", w.any("i < 9", "i < k&15", "u != 0 && i < 40"))
	for range 3 {
		w.statement(2)
	}
	w.WriteString("u >>= 1\n}\n")
	w.statement(1)
	w.WriteString("for q := range m { y += m[q] }\nreturn a, b + c&255 - n[5]&1023, y + x, u ^ uint32(s) }\n")
	return w.String()
}

// TestShortLong: runs with large inputs have code of their own, which becomes faster as other code does.
func TestShortLong(t *testing.T) {
	skipWithout(t)
	p := lowered(t, shortPrograms[2].text)
	machine, err := batch.Compile(p)
	require.NoError(t, err)
	c := code(t, p, Options{Machine: usual()}, false)
	require.True(t, c.usual.Short)
	in := inputs(machine.Params(), 3000)
	compareBound(t, c, machine, in, 3000)
	in[1].Data.([]int64)[7] = 1 << 40
	compareBound(t, c, machine, in, 3000)
	long, err := c.long()
	require.NoError(t, err)
	require.False(t, long.usual.Short)
	require.Nil(t, long.long)
	require.True(t, long.Tunes(1<<20))
}

// TestShortParts: of many lanes some run at a time, and those that are left or run again are the run's.
func TestShortParts(t *testing.T) {
	skipWithout(t)
	const part = 1 << 14
	const lanes = 2*part + 77
	c := code(t, lowered(t, `var tab = [...]float32{3, 1, 4}
	func F(x uint32, k int) (n int) {
		for ; x != 0; n++ { x &= x - 1 }
		if tab[k] > 3.5 { n = -n }
		return n }`), Options{Machine: usual()}, false)
	require.True(t, c.usual.Short)
	require.Equal(t, shortLanes, c.partLanes)
	c.partLanes = part
	x, k, n := make([]uint32, lanes), make([]int64, lanes), make([]int64, lanes)
	for i := range x {
		x[i], k[i] = uint32(i)*0x9e3779b1, int64(i%3)
	}
	k[5], k[part+9], k[lanes-1] = 3, 1<<40, -1 // one needs long code
	done := 0
	r := &Run{In: []any{x, k}, Out: []any{n}, Lanes: lanes, Workers: 1, Progress: func(more int) { done += more },
		Tables: map[string]turns.Table{"tab": {Data: []float32{3, 1, 4}, Shape: []int{3}}}}
	o, err := c.Do(context.Background(), r)
	require.NoError(t, err)
	slices.Sort(o.Again)
	require.Equal(t, []int{5, part + 9, lanes - 1}, o.Again)
	require.Equal(t, lanes, done)
	for i := range n {
		want := int64(bits.OnesCount32(x[i]))
		if k[i] == 2 {
			want = -want
		}
		if want != n[i] && !slices.Contains(o.Again, i) {
			t.Fatal(i, n[i], want)
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	r.Progress = func(more int) {
		if done += more; done > lanes+part+part/2 {
			cancel()
		}
	}
	o, err = c.Do(ctx, r)
	require.ErrorIs(t, err, context.Canceled)
	require.Contains(t, o.Left, lanes-1)
	require.NotContains(t, o.Left, part)
}
