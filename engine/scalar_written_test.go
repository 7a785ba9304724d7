package engine

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// Programs whose arrays have room for much more than most lanes write to: a function F each.
var sparse = map[string]string{
	"a slice that grows": `func F(a, b int) (s int) { var x []int; for i := range a & 63 { x = append(x, i^b) }
		if len(x) > 7 { x = append(x[:5], x[6:]...) }; for i, v := range x { s = s*3 + v ^ i }; return s }`,
	"bytes, and many at once": `func F(a, b int) (s int) { x, y := []byte{}, make([]byte, 0, 3)
		for i := range a & 15 { x = append(x, byte(i+b)) }
		for range b & 3 { y = append(y, x...); y = append(y, "abcdefgh"...) }
		for i, v := range y { s = s*3 + int(v) ^ i }; return s*100 + len(x) }`,
	"rows": `func F(a, b int) (s int) { rows := make([][]int32, a&7+1)
		for i := range b & 31 { k := (i * a & 63) % len(rows); rows[k] = append(rows[k], int32(i^b)) }
		for i, r := range rows { for k, v := range r { s = s*3 + int(v) ^ i*k } }; return s }`,
	"rows that a recursion makes": `func F(a, b int) (s int) { for i, r := range subsets(a&3, b&7, nil) {
			for k, v := range r { s = s*5 + v ^ i + k } }; return s }
		func subsets(n, m int, have []int) (all [][]int) {
			if n < 0 { return [][]int{append([]int(nil), have...)} }
			all = subsets(n-1, m, have)
			return append(all, subsets(n-1, m+1, append(have, n^m))...) }`,
	"children": `type node struct { v int; kids []*node }
		func F(a, b int) (s int) { root := &node{}; cur := root
			for i := range a & 31 { c := &node{v: i ^ b}; cur.kids = append(cur.kids, c); if i&3 == b&3 { cur = c } }
			return sum(root) + len(root.kids) }
		func sum(n *node) (s int) { s = n.v; for i, k := range n.kids { s = s*3 + sum(k)*(i+1) }; return s }`,
	"lanes that fault on the way": `func F(a, b int) (s int) { var x []int
		for i := range a & 63 { x = append(x, i^b); if i > 3 { x[i-4] = x[i-(b&7)] } }
		for i, v := range x { s = s*3 + v ^ i }; return s }`,
}

// Programs with large arrays, where each lane writes to a part.
var large = map[string]string{
	"a table": `func F(a, b int) (s int) { var t [40][40]int; n, m := a&31+1, b&31+1
		for i := 1; i <= n; i++ { for j := 1; j <= m; j++ {
			if (i*a^j*b)&3 == 0 { t[i][j] = t[i-1][j-1] + 1 } else { t[i][j] = max(t[i-1][j], t[i][j-1]) } } }
		for i := range 40 { s = s*3 + t[i][(i+a)%40] ^ t[n][i] }; return s }`,
	"made in each round": `func F(a, b int) (s int) {
		for k := range a & 3 { var t [1100]int
			for i := k; i < 1100; i += b&255 + 20 { t[i] = i ^ a }
			for i := 0; i < 1100; i += 7 { s = s*3 + t[i] } }
		return s }`,
	"of ones, and whole": `func F(a, b int) (s int) { var t [9000]byte
		for i := range t { t[i] = 1 }
		for i := range b & 1023 { t[i*a&8191] = byte(i) }
		for i := 0; i < 9000; i += 5 { s = s*3 + int(t[i]) }; return s }`,
	"copied into, and lanes that fault": `func F(a, b int) (s int) {
		var t [2100]int32; x := [20]int32{0: int32(a), 7: 9, 19: 3}
		for i := range b & 31 { copy(t[i*a&2047:], x[:i&15+1]) }
		s = int(t[(a+b*8)-100])
		for i := 0; i < 2100; i += 3 { s = s*3 + int(t[i]) }; return s }`,
	"of functions": `func F(a, b int) int { var t [300][5]int
			put(&t, a&255, b); put(&t, b&255, a); return sum(&t, a&7, 9) }
		func put(t *[300][5]int, i, v int) { if i > 3 { put(t, i/2, v+1) }; t[i][v&3] += v ^ i }
		func sum(t *[300][5]int, i, d int) (s int) { if d == 0 { return t[i][1] }
			return t[i*d%300][d%5] + 3*sum(t, i+d*7, d-1) }`,
}

// TestScalarWrittenLarge compares these.
func TestScalarWrittenLarge(t *testing.T) { compareScalarOf(t, large, golang.Options{}) }

// TestScalarWritten compares them with the machine, also where the last line of an array is not a whole one.
func TestScalarWritten(t *testing.T) {
	for _, room := range []int{64, 150, 3001} {
		t.Run(fmt.Sprint(room), func(t *testing.T) {
			programs := maps.Clone(sparse)
			if room > 1000 { // rows of so many would be too large
				maps.DeleteFunc(programs, func(_, text string) bool {
					return strings.Contains(text, "[][]") || strings.Contains(text, "[]*")
				})
			}
			compareScalarOf(t, programs, golang.Options{MakeCap: room})
		})
	}
}
