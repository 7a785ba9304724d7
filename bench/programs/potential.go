package programs

import "math"

// The regions of the potential, from the centre outwards.
const (
	coreRadius  = 0.5
	shellRadius = 2
	wallRadius  = 6
)

// Flight follows a particle in a plane by leapfrog steps until it has left through the wall
// or has made the given number of steps, and returns how far from the centre it is, how fast,
// and after how many steps. The force is that of a spring in the core, of gravity in the
// shell, of a drag between shell and wall, and of a stiff spring in the wall.
func Flight(x, y, vx, vy, step float64, limit int) (radius, speed float64, steps int) {
	ax, ay := force(x, y, vx, vy)
	for steps < limit {
		vx += float64(ax * step / 2)
		vy += float64(ay * step / 2)
		x += float64(vx * step)
		y += float64(vy * step)
		ax, ay = force(x, y, vx, vy)
		vx += float64(ax * step / 2)
		vy += float64(ay * step / 2)
		steps++
		if float64(x*x)+float64(y*y) > wallRadius*wallRadius*1.2 {
			break
		}
	}
	return math.Sqrt(float64(x*x) + float64(y*y)), math.Sqrt(float64(vx*vx) + float64(vy*vy)), steps
}

// force is the acceleration at a place and a velocity.
func force(x, y, vx, vy float64) (ax, ay float64) {
	square := float64(x*x) + float64(y*y)
	switch {
	case square < coreRadius*coreRadius:
		return -8 * x, -8 * y
	case square < shellRadius*shellRadius:
		pull := 1 / (square * math.Sqrt(square))
		return -pull * x, -pull * y
	case square < wallRadius*wallRadius:
		drag := 0.05 * math.Sqrt(float64(vx*vx)+float64(vy*vy))
		return float64(-drag*vx) - 0.125*x/square, float64(-drag*vy) - 0.125*y/square
	default:
		push := 20 * (1 - wallRadius/math.Sqrt(square))
		return -push * x, -push * y
	}
}
