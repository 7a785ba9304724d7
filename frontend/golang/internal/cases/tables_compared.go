package cases

// Arrays of pointers in tables, where some pointers are nil.

type knob struct {
	v    int
	next *knob
	turn func(int) int
}

type panel struct {
	main *knob
	side [2]*knob
	rest []*knob
}

func twiceKnob(x int) int { return 2 * x }

var (
	lowKnob  = knob{v: 3}
	highKnob = knob{v: 60, next: &lowKnob, turn: twiceKnob}
	knobs    = [3]knob{{v: 95}, {v: 12, next: &highKnob}, {v: 63, turn: twiceKnob}}
	panels   = [2]panel{{&lowKnob, [2]*knob{&lowKnob, &knobs[0]}, nil}, {main: &highKnob, rest: []*knob{&knobs[2]}}}
	boards   = [3][]*knob{{&lowKnob}, {&knobs[0], &knobs[1]}, {&lowKnob}}
)

// ComparedPanels reads one of the arrays by element first, and compares it as a whole behind that.
func ComparedPanels(i, k int) int {
	p := panels[1].side[i&1]
	for _, b := range boards[uint(k)%3] {
		if b.v == i {
			return b.v
		}
	}
	if panels[1].side == panels[k&1].side {
		return 1
	}
	if p == nil {
		return 6
	}
	return 2
}
