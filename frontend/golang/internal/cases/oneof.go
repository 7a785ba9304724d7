package cases

import "math"

// Interfaces and function values that differ from lane to lane.

type outline interface{ area() float64 }

type circular struct{ r float64 }

type metal struct{ w, h float64 }

type rings struct{ rs []float64 }

func (d circular) area() float64 { return math.Floor(d.r) * 3 }

func (p *metal) area() float64 { p.w++; return float64(p.w * p.h) }

func (r rings) area() float64 {
	s := 0.0
	for _, x := range r.rs {
		s += x
	}
	return s
}

type solid interface {
	outline
	height() float64
}

func (p *metal) height() float64 { return p.h }

func outlineOf(k int, x float64) outline {
	switch k & 7 {
	case 0, 1:
		return circular{x}
	case 2:
		return &metal{x, 2}
	case 3, 4:
		return rings{[]float64{x, 1, float64(k)}}
	case 5:
		return nil
	}
	return &metal{1, x}
}

// OneOfOutlines calls a method of what lanes differ in; a nil one panics.
func OneOfOutlines(k int, x float64) float64 {
	o := outlineOf(k, x)
	return o.area() + o.area()
}

// OneOfChecked compares with nil first.
func OneOfChecked(k int, x float64) float64 {
	o := outlineOf(k, x)
	if o == nil {
		return -1
	}
	return o.area()
}

// OneOfSwitched tells types apart.
func OneOfSwitched(k int, x float64) (float64, int) {
	switch o := outlineOf(k, x).(type) {
	case nil:
		return 0, 1
	case circular:
		return o.r, 2
	case solid:
		return o.height() + o.area(), 3
	default:
		return o.area(), 4
	}
}

// OneOfAsserted asserts types, with and without a second result.
func OneOfAsserted(k int, x float64) (float64, float64, bool) {
	o := outlineOf(k, x)
	d, ok := o.(circular)
	if k&8 == 0 {
		return d.r, o.(*metal).h, ok
	}
	_, isSolid := o.(solid)
	return d.r, o.(outline).area(), isSolid
}

// OneOfInArray has an array of them, which is changed, and read at an index.
func OneOfInArray(k, i, j int, x float64) float64 {
	all := [4]outline{circular{x}, &metal{x, 1}, nil, circular{2}}
	all[i&3] = outlineOf(k, x)
	if all[j&3] == nil {
		return -2
	}
	return all[j&3].area()
}

// OneOfInSlice sums over a slice of them.
func OneOfInSlice(n int, x float64) float64 {
	p := &metal{x, 2}
	all := []outline{circular{x}, p, rings{[]float64{1, x}}, p}
	s := 0.0
	for _, o := range all[:n&3] {
		s += o.area()
	}
	return s + all[n&3].area()
}

type holding struct {
	o outline
	n int
	f func(float64) float64
}

func (h *holding) next(x float64) {
	h.n++
	if h.n&1 == 0 {
		h.o = circular{x}
	} else {
		h.o = &metal{x, float64(h.n)}
	}
	if x > 1 {
		h.f = math.Floor
	}
}

// OneOfInStruct keeps one behind a pointer and changes it in a method.
func OneOfInStruct(k int, x float64) (s float64) {
	h := &holding{n: k & 3, f: math.Abs}
	h.next(x)
	s = h.o.area() + h.f(x)
	h.next(x + 1)
	return s + h.o.area() + h.f(x)
}

func double(x float64) float64 { return x * 2 }

// OneOfFunctions calls a function of package math, of this package, or a literal.
func OneOfFunctions(k int, x float64) float64 {
	f := double
	switch {
	case k < 0:
		f = math.Floor
	case k > 5:
		f = func(y float64) float64 { return y - x }
	case k == 3:
		f = nil
	}
	if f == nil {
		return 0
	}
	return f(x+1) + f(2)
}

// OneOfNilFunctions calls a function that is nil in some lanes.
func OneOfNilFunctions(k int, x float64) float64 {
	var f func(float64) float64
	if k > 0 {
		f = double
	}
	return f(x)
}

// OneOfMethods takes a method of what lanes differ in as a value, and one as an expression.
func OneOfMethods(k int, x float64) float64 {
	o := outlineOf(k|8, x)
	if o == nil {
		o = circular{3}
	}
	f, g := o.area, outline.area
	return f() + g(o)
}

// OneOfWriting has functions that write to one variable, or return memory of their own.
func OneOfWriting(k int, x float64) (float64, float64) {
	sum := x
	fresh := func(n int) []float64 { sum++; return []float64{x, float64(n)} }
	if k&1 == 0 {
		fresh = func(n int) []float64 { sum *= 2; return []float64{float64(n), 1, x} }
	}
	a := fresh(k)
	b := fresh(k + 1)
	a[0] += b[1]
	return a[0] + b[0] + float64(len(a)), sum
}

func recOutline(o outline, n int, x float64) float64 {
	if n <= 0 {
		return o.area()
	}
	if n&1 == 0 {
		o = circular{x + float64(n)}
	}
	return o.area() + recOutline(o, n-1, x)
}

// OneOfByRecursion changes what it holds from call to call.
func OneOfByRecursion(k, n int, x float64) float64 {
	o := outlineOf(k, x)
	if o == nil {
		return 0
	}
	return recOutline(o, n&7, x)
}

type wrapped struct {
	inner outline
	k     float64
}

func (w wrapped) area() float64 { return w.k + w.inner.area() }

// OneOfNested holds one that holds one.
func OneOfNested(k int, x float64) float64 {
	var o outline = circular{x}
	if k&1 == 0 {
		o = wrapped{o, 2}
	}
	if k&2 == 0 {
		o = wrapped{o, x}
	}
	if w, ok := o.(wrapped); ok {
		return w.k + w.inner.area()
	}
	return o.area()
}

func refine(f func(float64) float64, a, b float64, n int) float64 {
	m := (a + b) / 2
	if n <= 0 {
		return f(m)
	}
	return refine(f, a, m, n-1) + refine(f, m, b, n-1)
}

// OneOfIntegrands gives a recursion one of several functions.
func OneOfIntegrands(k int, a, b float64) float64 {
	f := math.Abs
	if k > 0 {
		f = func(x float64) float64 { return x - float64(k) }
	}
	return refine(f, a, b, 3)
}

// OneOfFaulting has options that fault, and one that never returns.
func OneOfFaulting(k int, x float64) int {
	f := func(n int) int { return 10 / (n & 3) }
	switch k & 3 {
	case 1:
		f = func(n int) int { panic("never") }
	case 2:
		f = func(n int) int { return []int{1, 2, 3}[n&3] }
	}
	return f(k >> 2)
}

type pairs struct{ n [2]int }

func (p pairs) area() float64 { return float64(p.n[0] - p.n[1]) }

var outlines = [...]outline{circular{2}, pairs{[2]int{3, 4}}, circular{5}, pairs{[2]int{1, 7}}}

var operations = [...]func(x, y float64) float64{math.Max, func(x, y float64) float64 { return x - y }, math.Max, nil}

// OneOfTable takes them from package-level tables.
func OneOfTable(i, j int, x float64) float64 {
	switch o := outlines[i&3].(type) {
	case circular:
		x += o.r + o.area()
	case pairs:
		x += o.area() + float64(o.n[1])
	}
	x += outlines[j&1].area()
	f := operations[j&3]
	if f == nil {
		return x
	}
	return f(x, 2)
}

type doing interface{ do(*int) }

type adding struct{ by int }

func (a adding) do(p *int) { *p += a.by }

type scaling struct{ by int }

func (s *scaling) do(p *int) { *p *= s.by; s.by++ }

// OneOfDoes calls functions and methods without results, of several that it may be.
func OneOfDoes(k int8, on bool) (int, int, int) {
	c, d, e := 1, 1, 1
	for _, f := range []func(){func() { c += int(k) }, func() { c *= 3 }} {
		f()
	}
	for _, x := range []doing{adding{int(k)}, &scaling{3}, adding{5}} {
		x.do(&d)
	}
	set := []func(*int, int){func(p *int, v int) { *p = v }, func(p *int, v int) { *p -= v }}
	set[k&1](&e, 7)
	if f := set[0]; on {
		f(&e, e*2)
	}
	return c, d, e
}

type floorTile struct{ side float64 }

func (s floorTile) area() float64 { return s.side * s.side }

type placed struct {
	name string
	at   [2]int
}

// SameInterfaces compares what interfaces hold: of one type and of several, with nothing in some, pointers, texts, NaN.
func SameInterfaces(x float64, k int) (bool, bool, bool, int, int) {
	var i, j outline = floorTile{x}, circular{float64(k & 3)}
	if k&4 == 0 {
		j = floorTile{float64(k & 3)}
	}
	if k&8 == 0 {
		i = j
	}
	p, q := &floorTile{x}, &floorTile{x}
	var r, s outline = p, q
	if k&16 == 0 {
		s = r
	}
	found := -1
	things := []any{k & 7, "seven", placed{"a", [2]int{k & 1, 2}}, x, nil, k&2 == 0}
	wanted := []any{"seven", placed{"a", [2]int{1, 2}}, 3, nil, true, math.NaN()}[k&0xff%6]
	for n, t := range things {
		if t == wanted {
			found = n
			break
		}
	}
	equal := 0
	for n, t := range things[:5] {
		if t == things[n+1] || t == any(k&5) {
			equal += 1 << n
		}
	}
	return i == j, i == (floorTile{2}), r == s, found, equal
}
