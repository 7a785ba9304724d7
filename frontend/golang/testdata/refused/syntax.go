package refused

func Fn(x float64) float64 {
	y := := x // error: syntax error
	return y // error: expected ';'
}

func other( { // error: syntax error
} // error: missing ','
