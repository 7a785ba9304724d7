package cases

// Slices of one memory or another, given to other functions.

// ChosenForClosure lets a function literal write a slice of one of two memories.
func ChosenForClosure(x float64, n int) float64 {
	a := []float64{1e3, x}
	b := make([]float64, 2)
	part := a
	if n&1 == 0 {
		part = b
	}
	func() { part[0]++ }()
	return part[0]
}

// ChosenForFunction gives a function a slice of one of two memories.
func ChosenForFunction(x float64, n int) float64 {
	a := []float64{1e3, x}
	b := make([]float64, 2)
	part := a
	if n&1 == 0 {
		part = b
	}
	f := func(p []float64) { p[0]++ }
	f(part)
	return part[0]
}

type chosen struct {
	s []float64
	k int
}

func bumpChosen(h *chosen, p []float64) { h.s[0]++; h.s = p; h.k++ }

// ChosenInStruct changes the slice in a structure, and a pointer.
func ChosenInStruct(x float64, n int) float64 {
	a := []float64{1e3, x}
	b := make([]float64, 2)
	h := chosen{s: a}
	if n&1 == 0 {
		h.s = b
	}
	bumpChosen(&h, b)
	bumpChosen(&h, a)
	q := &a[1]
	if n > 2 {
		q = &b[1]
	}
	func(r *float64) { *r += 3; q = &a[0] }(q)
	*q += 2
	return h.s[0] + float64(a[1]*2) + float64(b[0]*3) + float64(b[1]*5)
}
func pickSlice(a, b []float64, n int) []float64 {
	if n&1 == 0 {
		return b
	}
	return a
}

// ChosenTwice chooses in another function, several times.
func ChosenTwice(x float64, n int) float64 {
	a := []float64{1e3, x}
	b := make([]float64, 2)
	p := pickSlice(a, b, n)
	p = pickSlice(p, b, n>>1)
	q := pickSlice(p, a, n+1)
	bumpChosen(&chosen{s: q}, p)
	p[1] += 4
	return a[0] + float64(3*a[1]) + float64(7*b[0]) + float64(11*b[1])
}
func recChosen(p, q []float64, n int) float64 {
	if n <= 0 {
		p[0] += 1
		return float64(p[0]*2) + q[1]
	}
	if n&1 == 0 {
		p, q = q, p
	}
	p[1] += float64(n)
	return recChosen(q, p, n-1) + p[0]
}

// ChosenByRecursion swaps slices from call to call.
func ChosenByRecursion(x float64, n int) float64 {
	a := []float64{1e3, x}
	b := make([]float64, 2)
	p := a
	if n > 1 {
		p = b
	}
	return recChosen(p, a, n&7) + float64(3*recChosen(b, p, 2)) + a[1] + float64(b[1]*5)
}
