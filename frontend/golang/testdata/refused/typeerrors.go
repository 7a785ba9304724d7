package refused

func Fn(x float64) float64 {
	y := x + z // error: undefined: z
	var unused int // error: declared and not used: unused
	var i int = x // error: cannot use x
	go Fn(x) // error: goroutines are not available
	return y + float64(i)
}
