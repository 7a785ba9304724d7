package refused

func Fn(x int) {} // error: Fn has no result
