package refused

func Fn(x float64, n int) float64 {
	go other(x)    // error: goroutines are not available
	defer other(x) // error: defer is not available
	ch := make(chan int) // error: make is not available in batched code: channels
	_ = ch
	select {} // error: select: channels
	var c chan int // error: c: channels are not available
	c <- n         // error: send: channels
	_ = <-c        // error: receive: channels
	var i any = x  // error: i: interfaces are not available
	switch i.(type) { // error: type switch: interfaces
	}
	_ = i.(float64) // error: type assertion: interfaces
	f := func(x float64) float64 { return x } // error: function literal: function values
	_ = f
	g := other // error: other used as a value: function values
	_ = g
	var h func(float64) float64 // error: h: function values
	h = other // error: other used as a value
	return h(x)
}

func other(x float64) float64 { return x }
