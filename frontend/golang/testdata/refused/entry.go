package refused

func Fn(x int) int { return gen([]int{x}) + gen2("s") + first(3) } // error: slice literals|strings are not available|gen: type argument []int: slices|gen2: type argument string: strings

func gen[T any](x T) int { return 1 }
func gen2[T ~string](x T) int { return 2 }
func first[T any](x T) T {
	var m map[T]int // error: m: maps|invalid map key
	_ = m
	return x
}
