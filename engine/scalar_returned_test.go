package engine

import "testing"

// Programs that return what they were given and have changed: a function F each, and how many instructions move parts
// of arrays. Four go from each column, four to each result, and four from one array to another.
var returned = map[string]copyingProgram{
	"as it is at the end": {`func F(a [4]int, k int) (b [4]int, s int) {
		for i := range a { a[(i+k)&3] ^= i*k; s += a[i&1] }; return a, s }`, 8},
	"on two ways": {`func F(a [4]int, k int) ([4]int, int) {
		for i := range 4 { a[(i+k)&3] ^= i*k; if a[i] > 9 { return a, i } }; return a, k }`, 8},
	"changed behind that": {`func F(a [4]int, k int) (b [4]int, s int) {
		a[k&3]++; b = a; for i := range a { a[(i+k)&3] ^= i*k; s += a[i&1] }; return b, s }`, 12},
	"changed in a round behind that": {`func F(a [4]int, k int) (b [4]int, s int) {
		for i := range k & 7 { a[(i+k)&3] ^= i*k; if i != 3 { b = a }; s += a[i&1] }; return b, s }`, 20},
	"one of two": {`func F(a, c [4]int, k int) ([4]int, int) {
		a[k&3]++; c[k>>2&3]--; if a[1] > c[k>>1&3] { return c, a[2] }; return a, c[1] }`, 20},
	"twice": {`func F(a [4]int, k int) (b, c [4]int, s int) {
		for i := range a { a[(i+k)&3] ^= i*k; s += a[i&1] }; return a, a, s }`, 12},
	"what functions share": {`func F(a [4]int, k int) ([4]int, int) {
		s := turn(a[:], k&7); return a, s }` + sharing, 8},
	"shared, and changed behind that": {`func F(a [4]int, k int) ([4]int, int) {
		s := turn(a[:], k&7); b := a; s += turn(a[:], s&3); return b, s }` + sharing, 12},
}

// sharing is a function that works in the memory of its caller, in a recursion.
const sharing = `
	func turn(x []int, k int) int {
		if k == 0 { return x[0] }
		x[k&3] += k + turn(x, k-1)
		return x[1] - turn(x, k/2)
	}`

// TestScalarReturned compares them with the machine, and counts what moves arrays.
func TestScalarReturned(t *testing.T) { compareCounting(t, returned, `^VMOVUPD`) }
