package cases

// Methods whose receivers are structs with slices that grow: while one runs, two variables have the slice.

type shelf struct {
	name  string
	boxes []int
}

func (s *shelf) put(x int) { s.boxes = append(s.boxes, x) }

func (s shelf) at(i int) int       { return s.boxes[i] }
func (s shelf) set(i, x int)       { s.boxes[i] = x }
func (s shelf) swap(i, j int)      { s.boxes[i], s.boxes[j] = s.boxes[j], s.boxes[i] }
func (s shelf) less(i, j int) bool { return s.at(i) < s.at(j) }

// with gives a shelf that has more: whether it is in the same memory is up to Go.
func (s shelf) with(x int) shelf {
	s.boxes = append(s.boxes, x)
	return s
}

func (s shelf) up() {
	for i := len(s.boxes) - 1; i > 0 && s.less(i, i-1); i-- {
		s.swap(i, i-1)
	}
}

// ValueReceivers sorts into one of two shelves.
func ValueReceivers(xs [6]int) (int, int) {
	odd, even := &shelf{name: "odd"}, &shelf{name: "even"}
	for _, x := range xs {
		s := even
		if x%2 != 0 {
			s = odd
		}
		s.put(x)
		s.up()
		s.set(0, s.at(0)-1)
	}
	sum := 0
	for i := range odd.boxes {
		sum = sum*3 + odd.at(i)
	}
	for i := range even.boxes {
		sum = sum*5 - even.at(i)
	}
	return sum, len(odd.boxes)
}

// SharesByReceiver has what a method gave beside what it was of.
func SharesByReceiver(xs [5]int) (sum int) {
	odd, even := &shelf{}, &shelf{}
	for _, x := range xs {
		s := even
		if x%2 != 0 {
			s = odd
		}
		s.put(x)
		if x&12 == 0 {
			more := s.with(x + 1)
			sum += more.at(len(more.boxes) - 1)
		}
		s.set(0, x)
		sum = sum*3 + s.at(len(s.boxes)-1)
	}
	return sum
}
