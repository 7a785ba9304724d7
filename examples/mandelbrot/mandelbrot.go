// Package mandelbrot computes escape times of the Mandelbrot set, in both
// float types: a short loop with heavy-tailed trip counts, the classic of
// SIMD programming.
package mandelbrot

// Limit is the number of iterations after which a point counts as inside.
const Limit = 256

// Escape returns the number of iterations of z ← z²+c from z = 0 after which
// |z| exceeds 2, where c = cr + ci·i, and Limit if that does not happen.
func Escape(cr, ci float64) int {
	x, y := 0.0, 0.0
	for n := 0; n < Limit; n++ {
		xx, yy := float64(x*x), float64(y*y)
		if xx+yy > 4 {
			return n
		}
		x, y = xx-yy+cr, float64(2*x*y)+ci
	}
	return Limit
}

// Escape32 is Escape in single precision.
func Escape32(cr, ci float32) int32 {
	var x, y float32
	for n := int32(0); n < Limit; n++ {
		xx, yy := float32(x*x), float32(y*y)
		if xx+yy > 4 {
			return n
		}
		x, y = xx-yy+cr, float32(2*x*y)+ci
	}
	return Limit
}
