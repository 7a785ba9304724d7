package refused

import "math"

var counter int
var changed = [3]int{1, 2, 3}
var lookup = map[int]int{1: 2} // error: package-level variable lookup: maps
var computed = math.Sqrt(2)    // error: must be initialised by constants
var rows = [][]int{{1, 2}, {3}} // error: rows of different lengths
var a, b = two()               // error: package-level variable a: the initialiser is not constant
var none []int                 // error: a table needs its elements here
var empty = []int{}            // error: a table without elements
var names = []string{"a"}      // error: package-level variable names: strings
var fixed = 3
var other = fixed + 1            // error: must be initialised by constants
var taken = 1.5
var fn = two // error: package-level variable fn: function values

func two() (int, int) { return 1, 2 }

func init() {
	changed[0] = 7 // error: changed is changed here
	p := &taken    // error: taken is changed here
	*p = 2
}

func Fn(x int) float64 {
	counter++           // error: counter
	counter, x = x, counter // error: counter is changed here
	fn()
	return float64(lookup[x]+rows[0][x]+a+b+none[x]+empty[x]+other+changed[x]) + computed + taken + float64(len(names))
}
