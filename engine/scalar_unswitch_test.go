package engine

import "testing"

// Programs whose loops read one of several arrays, which no round changes: a function F each, and how many loops copy
// memory behind the question which it is.
var unswitched = map[string]copyingProgram{
	"one of two": {`func F(a, b int) (s int) {
		x, y := [24]int{0: a, 3: 7, 23: 5}, [26]int{1: b, 4: 3, 20: 6}; var z [26]int
		p := x[:]; if a > b { p = y[:] }
		for i, v := range p { z[i] = v }
		for i, v := range z { s = s*3 + v ^ i }; return s }`, 2},
	"one of three, from somewhere": {`func F(a, b int) (s int) {
		x, y, v := [24]int{0: a, 3: 7, 23: 5}, [26]int{1: b, 4: 3, 20: 6}, [28]int{2: 9, 7: b}; var z [28]int
		p := x[a&3:]; if a > b { p = y[b&7:] }; if a&4 == 0 { p = v[:a&15] }
		for i := 0; i < len(p); i++ { z[i] = p[i] }
		for i, v := range z { s = s*3 + v ^ i }; return s }`, 3},
	"another in the next round of the loop around": {`func F(a, b int) (s int) {
		x, y := [24]int{0: a, 3: 7, 23: 5}, [26]int{1: b, 4: 3, 20: 6}; var z [26]int
		p := x[:]
		for k := range 5 {
			for i := k; i < len(p); i++ { z[i-k] = p[i] }
			if p[k]&1 == 0 { p = y[:] } else { p = x[:] }
			s = s*5 + z[k*2]
		}
		for i, v := range z { s = s*3 + v ^ i }; return s }`, 2},
	"changes": {`func F(a, b int) (s int) {
		x, y := [24]int{0: a, 3: 7, 23: 5}, [26]int{1: b, 4: 3, 20: 6}; var z [24]int
		p := x[:]
		for i := 0; i < a&31; i++ { z[i] = p[i]; if i == b&7 { p = y[:] } }
		for i, v := range z { s = s*3 + v ^ i }; return s }`, 0},
	"more than a copy": {`func F(a, b int) (s int) { x, y := [24]int{0: a, 3: 7, 23: 5}, [26]int{1: b, 4: 3, 20: 6}
		p := x[:]; if a > b { p = y[:] }
		for i := 0; i < a&31; i++ { s = s*3 + p[i] ^ i }; return s }`, 0},
}

// TestScalarUnswitched compares them with the machine, and counts the copies of memory.
func TestScalarUnswitched(t *testing.T) { compareCopying(t, unswitched) }
