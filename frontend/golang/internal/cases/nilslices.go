package cases

// Slices that are nil in some lanes and made in others.

// MadeInBranch reads a slice that only some lanes have made.
func MadeInBranch(x float64, n int) float64 {
	var s []float64
	if n > 2 {
		s = make([]float64, 2, 9)
	}
	t := 0.0
	for i := range s {
		t += s[i] + x
	}
	if s == nil {
		t += 100
	}
	return t
}

// LiteralInBranch is MadeInBranch with elements that are known.
func LiteralInBranch(x float64, n int) float64 {
	t := 0.0
	for k := range 3 {
		var s []float64
		if n > k {
			s = []float64{x, float64(n)}
			s[n&1]++
		}
		for i, v := range s {
			t += v + x
			s[i]++
		}
	}
	return t
}

// MadeInSwitch appends to a slice that several places make.
func MadeInSwitch(x float64, n int) float64 {
	var s []float64
	switch n & 7 {
	case 0:
		s = make([]float64, 3)
	case 3:
		s = []float64{x, x}
	case 5:
		s = make([]float64, 1, 4)
		s[0] = 4
	}
	t := 0.0
	for i := range s {
		t += s[i] + x
	}
	if n&7 == 5 {
		s = append(s, x)
		t += s[1]
	}
	return t
}

// MadeInRound appends to a slice that is made in some round of a loop.
func MadeInRound(x float64, n int) float64 {
	var s []float64
	for i := range n & 7 {
		if i == 1 {
			s = make([]float64, 2, 9)
		}
		if i > 0 {
			s = append(s, x)
		}
	}
	t := float64(len(s))
	for i := range s {
		t += s[i]
	}
	return t
}

func someOrNil(x float64, n int) []float64 {
	if n > 2 {
		return []float64{x, 2 * x}
	}
	return nil
}

// SomeOrNil swaps slices that may be nil.
func SomeOrNil(x float64, n int) float64 {
	var s, u []float64
	if n > 2 {
		s = someOrNil(x, n)
	} else {
		u = someOrNil(x, n+2)
	}
	t := 0.0
	for i := range s {
		t += s[i] + x
	}
	for i := range u {
		t -= u[i] + x
	}
	if n > 1 {
		s, u = u, s
	}
	for i := range s {
		t += s[i] + float64(10*x)
	}
	return t
}

// MadeForClosure lets a function literal read a slice of one of two memories,
// one of which only some lanes have made.
func MadeForClosure(x float64, n int) float64 {
	for k := range 2 {
		part := []float64{1e10, x}
		if (n+k)&1 == 0 {
			part = make([]float64, 2)
		}
		func() {
			x += part[n&1]
			part[0]++
		}()
		x -= part[0]
	}
	return x
}
