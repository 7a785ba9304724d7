package gomath

// Tan returns the tangent of x, an angle in radians: a quotient of polynomials (S. L.
// Moshier's Cephes, tan.c), and its reciprocal in every other quarter.
func Tan(x float64) float64 {
	z, q := reduceOctants(abs(x))
	zz := z * z
	p := tanP0*zz + loaded(tanP1)
	p = p*zz + loaded(tanP2)
	d := zz + tanQ1
	d = d*zz + loaded(tanQ2)
	d = d*zz + loaded(tanQ3)
	d = d*zz + loaded(tanQ4)
	y := z + z*(zz*p/d)
	y = sel(zz > 1e-14, y, z)
	y = sel(q&1 != 0, -1/y, y)
	return from64(bits64(y) ^ bits64(x)&(1<<63))
}

const (
	tanP0 = -1.30936939181383777646e4
	tanP1 = 1.15351664838587416140e6
	tanP2 = -1.79565251976484877988e7

	tanQ1 = 1.36812963470692954678e4
	tanQ2 = -1.32089234440210967447e6
	tanQ3 = 2.50083801823357915839e7
	tanQ4 = -5.38695755929454629881e7
)
