package cases

import "errors"

// Arrays of what refers, as values: handed to functions, returned, and chosen.

func meanOf(pts [4][]float64) []float64 {
	avg := []float64{0, 0}
	for i := range pts {
		avg[0] += pts[i][0]
		avg[1] += pts[i][1]
	}
	return avg
}

func nearestOf(p []float64, pts [4][]float64, k int) []float64 {
	best := 1e300
	result := []float64{}
	for i := range pts {
		d := (pts[i][0]-p[0])*(pts[i][0]-p[0]) + 0
		if i == k&3 || d < best {
			best, result = d, pts[i]
		}
	}
	return result
}

// RefArraySlices hands an array of slices on.
func RefArraySlices(a, b, c, d [2]float64, k int) (float64, float64) {
	as, bs := a[:], b[:]
	if k&4 != 0 {
		as, bs = bs, as
	}
	pts := [4][]float64{as, bs, c[:], d[:]}
	r := nearestOf(meanOf(pts), pts, k)
	return r[0], r[1]
}

func refSum(ps [3]*int) (n int) {
	for i, p := range ps {
		if p != nil {
			n = n*10 + *p*(i+1)
			*p++
		}
	}
	return n
}

func refPick(x, y, z *int, k int) [3]*int {
	if k&1 == 1 {
		return [3]*int{z, y, x}
	}
	if k&2 == 2 {
		return [3]*int{x, nil, x}
	}
	return [3]*int{y, y, y}
}

// RefArrayPointers returns arrays of pointers, and hands them on.
func RefArrayPointers(x, y, z, k int) (int, int, int) {
	ps := refPick(&x, &y, &z, k)
	one := [3]*int{&x, &x, &x}
	if k&8 == 8 {
		one = ps
	}
	return refSum(ps), refSum(one), x*100 + y*10 + z
}

// RefArrayFuncs hands arrays of functions and interfaces on.
func RefArrayFuncs(x float64, k int) float64 {
	fs := [2]func(float64) float64{func(y float64) float64 { return y + x }, func(y float64) float64 { return y - x }}
	if k&1 == 1 {
		fs[0], fs[1] = fs[1], fs[0]
	}
	return refApply(fs, k>>1)
}

func refApply(fs [2]func(float64) float64, k int) float64 { return fs[k&1](fs[1-k&1](2)) }

// EqualArrays compares arrays of what is more than a number: of values of any type, in a struct too, of pointers, of
// errors and of strings.
func EqualArrays(a, b uint8, x, y [4]int) (n int) {
	if [2]any{int(a & 1), x[0] & 1} == [2]any{int(b & 1), y[0] & 1} {
		n++
	}
	held := [2]struct {
		is any
		k  int
	}{{int(a & 1), 1}, {float64(b & 1), 2}}
	other := held
	if a&2 == 0 {
		other[0].is = float64(a & 1)
	}
	if held != other {
		n += 2
	}
	p, q := [2]*int{&x[a&3], &y[1]}, [2]*int{&x[b&3], &y[b&1]}
	if p == q {
		n += 4
	}
	errs := [2]error{0: errEqual}
	if b&4 == 0 {
		errs[1] = errEqual
	}
	if errs == [2]error{errEqual, nil} {
		n += 8
	}
	words := [...]string{"red", "green"}
	if [1][2]string{{words[a&1], "x"}} == [1][2]string{{words[b&1], "x"}} {
		n += 16
	}
	return n
}

var errEqual = errors.New("equal")
