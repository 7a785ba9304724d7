package cases

// body is an object that slices point to.
type body struct {
	mass     int
	pos, vel [2]int
}

// ListedBodies has objects of a literal, which loops go over by their pointers, two at a time.
func ListedBodies(x, y int, k uint8) int {
	bodies := []*body{{mass: 1, vel: [2]int{x, 1}}, {mass: 3, pos: [2]int{y, x}}, {mass: 2, vel: [2]int{1, y}}}
	one := bodies[k%3]
	one.mass++
	if k&16 != 0 {
		bodies[1] = bodies[0]
	}
	for round := 0; round < int(k&7); round++ {
		for i, a := range bodies {
			for _, b := range bodies[i+1:] {
				for c := range a.pos {
					a.vel[c] += b.mass * (b.pos[c] - a.pos[c])
					b.vel[c] -= a.mass * (b.pos[c] - a.pos[c])
				}
			}
		}
		for _, b := range bodies {
			b.pos[0] += b.vel[0]
			b.pos[1] += b.vel[1]
		}
	}
	if bodies[2] == one {
		return -one.pos[0]
	}
	return bodies[0].pos[0] + 3*bodies[1].pos[1] + 5*bodies[2].vel[0] + one.mass
}

type cluster struct {
	all []*body
	sum int
}

func (w *cluster) add(mass int, pos [2]int) *body {
	b := &body{mass: mass, pos: pos}
	w.all = append(w.all, b)
	return b
}

func (w *cluster) weigh() {
	for i, b := range w.all {
		w.sum += b.mass * b.pos[i&1]
		b.vel[0]++
	}
}

// ListedByCalls has objects that calls of one method make.
func ListedByCalls(x, y int, k uint8) int {
	w := &cluster{}
	first := w.add(x, [2]int{1, 2})
	w.add(y, [2]int{x, 3})
	w.add(1, [2]int{y, 5})
	last := w.add(2, [2]int{int(k), x})
	for i := 0; i < int(k&3); i++ {
		w.weigh()
		last.pos[1] += first.mass
		if i == 1 {
			last = w.all[k%4]
		}
	}
	return w.sum + last.vel[0] + 7*first.vel[0]
}
