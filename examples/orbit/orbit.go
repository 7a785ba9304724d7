// Package orbit moves bodies round a star: a batch over structs with arrays in
// them, by a method.
package orbit

import "math"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Body.After -test .

// Body is where a body is and how fast it moves; the star, of mass 1, is at the
// origin.
type Body struct {
	Pos, Vel [3]float64
}

// After returns the body after some time, in so many steps of the leapfrog
// method. It panics for a body in the star.
func (b Body) After(time float64, steps int) Body {
	h := time / float64(steps)
	a := b.pull()
	for range steps {
		for k := range 3 {
			b.Vel[k] += float64(h / 2 * a[k])
			b.Pos[k] += float64(h * b.Vel[k])
		}
		a = b.pull()
		for k := range 3 {
			b.Vel[k] += float64(h / 2 * a[k])
		}
	}
	return b
}

// pull is the acceleration towards the star.
func (b Body) pull() [3]float64 {
	square := float64(b.Pos[0]*b.Pos[0]) + float64(b.Pos[1]*b.Pos[1]) + float64(b.Pos[2]*b.Pos[2])
	if square == 0 {
		panic("in the star")
	}
	cube := square * math.Sqrt(square)
	return [3]float64{-b.Pos[0] / cube, -b.Pos[1] / cube, -b.Pos[2] / cube}
}
