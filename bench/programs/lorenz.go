package programs

// A vector is a place in the attractor's space, or a velocity there.
type vector struct{ x, y, z float64 }

// Orbit follows the Lorenz system from a start by a number of Runge–Kutta steps of the fourth
// order, and returns where it ends.
func Orbit(x, y, z, rho, step float64, steps int) (float64, float64, float64) {
	p := vector{x, y, z}
	for range steps {
		k1 := flow(p, rho)
		k2 := flow(ahead(p, k1, step/2), rho)
		k3 := flow(ahead(p, k2, step/2), rho)
		k4 := flow(ahead(p, k3, step), rho)
		p = ahead(p, vector{
			k1.x + float64(2*(k2.x+k3.x)) + k4.x,
			k1.y + float64(2*(k2.y+k3.y)) + k4.y,
			k1.z + float64(2*(k2.z+k3.z)) + k4.z,
		}, step/6)
	}
	return p.x, p.y, p.z
}

// flow is the velocity at a place.
func flow(p vector, rho float64) vector {
	const sigma, beta = 10, 8.0 / 3
	return vector{
		float64(sigma * (p.y - p.x)),
		float64(p.x*(rho-p.z)) - p.y,
		float64(p.x*p.y) - float64(beta*p.z),
	}
}

// ahead is where p comes to at velocity v in time t.
func ahead(p, v vector, t float64) vector {
	return vector{p.x + float64(v.x*t), p.y + float64(v.y*t), p.z + float64(v.z*t)}
}
