package refused

func Fn[T int | float64](x T) T { return x } // error: Fn has type parameters
