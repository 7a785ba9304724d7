package cases

// Loops that go by a state: scanners, interpreters of a program in a table, machines with a stack. Their states become
// code of their own.

// StatesScanned counts words, numbers and comments in a text.
func StatesScanned(a, b uint64) (words, numbers, comments, last int) {
	const (
		start = iota
		word
		number
		slash
		comment
	)
	state := start
	for i := range 16 {
		c := "ab7_ /\nx9.-/q /"[(a>>(4*i))&15%15]
		if b>>i&1 == 1 {
			c = '/'
		}
		letter, digit := c >= 'a' && c <= 'z' || c == '_', c >= '0' && c <= '9'
		switch state {
		case start:
			switch {
			case letter:
				state = word
				words++
			case digit:
				state = number
				numbers++
			case c == '/':
				state = slash
			}
		case word:
			if !letter && !digit {
				state = start
			}
		case number:
			if !digit && c != '.' {
				state = start
			}
		case slash:
			if state = start; c == '/' {
				state = comment
				comments++
			}
		default:
			if c == '\n' {
				state = start
			}
		}
	}
	return words, numbers, comments, state
}

// StatesLights is a crossing whose light goes on by time and by who waits.
func StatesLights(seed uint32, cars int) (waited, changes int) {
	light, timer, queue := "red", 0, cars&7
	x := seed | 1
	for range 60 {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		if x%5 < 2 {
			queue++
		}
		timer++
		before := light
		switch light {
		case "red":
			if timer > 20 || queue > 8 {
				light = "soon"
			}
		case "soon":
			light = "green"
		case "green":
			if queue > 0 {
				queue--
			}
			if timer > 9 && queue == 0 {
				light = "yellow"
			}
		case "yellow":
			if timer > 3 {
				light = "red"
			}
		}
		if light != before {
			timer = 0
			changes++
		}
		waited += queue
	}
	return waited, changes
}

// statesCode is a program a row: to double or halve a number, to add to it, and to go on elsewhere if it is odd.
var statesCode = [3][6]struct {
	op  uint8
	arg int16
}{
	{{1, 0}, {3, 5}, {4, 0}, {2, 0}, {4, 2}, {0, 0}},
	{{4, 1}, {0, 0}, {3, -7}, {3, 2}},
	{{3, 1}, {1, 0}, {3, 9}, {1, 0}, {4, 4}, {2, 0}}, // runs off its end
}

// StatesRows runs the program of a row that lanes choose, and faults where there is none.
func StatesRows(row, x int) (int, int) {
	x &= 0xffff
	steps := 0
	for pc := 0; steps < 40; steps++ {
		in := statesCode[row%5][pc]
		pc++
		switch in.op {
		case 0:
			return x, steps
		case 1:
			x *= 2
		case 2:
			x /= 2
		case 3:
			x += int(in.arg)
		default:
			if x&1 == 1 {
				pc = int(in.arg)
			}
		}
	}
	return -x, steps
}

// StatesStack is a machine with a stack and a program of its own, which sums up products.
func StatesStack(n, y int) int {
	const (
		push = iota
		load
		store
		add
		mul
		less
		jumpZero
		jump
		end
	)
	code := [...]int{
		push, 0, store, 2, push, 1, store, 3,
		load, 3, load, 0, less, jumpZero, 34,
		load, 2, load, 3, load, 1, mul, add, store, 2,
		load, 3, push, 1, add, store, 3, jump, 8,
		load, 2, end,
	}
	var stack, vars [8]int
	vars[0], vars[1] = n&15, y
	sp, pc := 0, 0
	for {
		op := code[pc]
		pc++
		switch op {
		case push:
			stack[sp] = code[pc]
			sp++
			pc++
		case load:
			stack[sp] = vars[code[pc]]
			sp++
			pc++
		case store:
			sp--
			vars[code[pc]] = stack[sp]
			pc++
		case add:
			sp--
			stack[sp-1] += stack[sp]
		case mul:
			sp--
			stack[sp-1] *= stack[sp]
		case less:
			sp--
			if stack[sp-1] < stack[sp] {
				stack[sp-1] = 1
			} else {
				stack[sp-1] = 0
			}
		case jumpZero:
			sp--
			if stack[sp] == 0 {
				pc = code[pc]
			} else {
				pc++
			}
		case jump:
			pc = code[pc]
		default:
			return stack[sp-1]
		}
	}
}

// StatesTape interprets a text of commands that go along a tape, with loops inside each other.
func StatesTape(a uint8) (cell uint8, steps int) {
	const commands = "++[>+++<-]>[<+>-]<[-]>+[>[-]<-]"
	var tape [8]uint8
	tape[0], tape[2] = a, a>>3
	p := 0
	for pc := 0; pc < len(commands) && steps < 3000; pc++ {
		steps++
		switch commands[pc] {
		case '>':
			p = (p + 1) & 7
		case '<':
			p = (p - 1) & 7
		case '+':
			tape[p]++
		case '-':
			tape[p]--
		case '[':
			for d := 1; tape[p] == 0 && d > 0; {
				pc++
				switch commands[pc] {
				case '[':
					d++
				case ']':
					d--
				}
			}
		case ']':
			for d := 1; tape[p] != 0 && d > 0; {
				pc--
				switch commands[pc] {
				case ']':
					d++
				case '[':
					d--
				}
			}
		}
	}
	return tape[0] + 3*tape[1], steps
}

// statesNodes are trees that ask for a feature, of which leaves have -1, and say where to go on.
var statesNodes = [...]struct {
	feature     int8
	cut         float64
	left, right int16
}{
	{1, 0.25, 1, 2}, {0, 0.5, 3, 4}, {2, -1, 5, 6}, {-1, 2, 0, 0}, {-1, 4, 0, 0}, {0, 1.5, 7, 8}, {-1, 1, 0, 0},
	{-1, 3, 0, 0}, {1, 0.75, 5, 9}, {-1, -2, 0, 0},
}

// StatesTree goes down from a node that it chooses, and may go round in what is no tree.
func StatesTree(x, y, z float64, from int) (sum float64, steps int) {
	features := [3]float64{x, y, z}
	for _, root := range [...]int{0, 2, 5} {
		node := root
		for statesNodes[node].feature >= 0 && steps < 20 {
			n := &statesNodes[node]
			if steps++; features[n.feature] <= n.cut {
				node = int(n.left)
			} else {
				node = int(n.right)
			}
		}
		sum += statesNodes[node].cut
	}
	node := from % 11
	for statesNodes[node].feature >= 0 && steps < 30 {
		if steps++; features[statesNodes[node].feature] < 0.5 {
			node = int(statesNodes[node].left)
		} else {
			node = int(statesNodes[node].right)
		}
	}
	return sum + statesNodes[node].cut, steps
}

type statesMachine struct {
	regs [3]int
	pc   int
	done bool
}

var statesProgram = []struct {
	op   string
	a, b int
}{{"set", 1, 1}, {"mul", 1, 0}, {"less", 0, 1}, {"again", 0, 1}, {"end", 0, 0}}

func (m *statesMachine) step() {
	in := statesProgram[m.pc]
	m.pc++
	switch in.op {
	case "set":
		m.regs[in.a] = in.b
	case "mul":
		m.regs[in.a] *= m.regs[in.b]
	case "less":
		m.regs[in.a] -= in.b
	case "again":
		if m.regs[in.a] != 0 {
			m.pc = in.b
		}
	case "end":
		m.done = true
	}
}

// StatesMethods is a machine whose steps are a method.
func StatesMethods(n uint8) int {
	m := &statesMachine{}
	m.regs[0] = int(n)%12 + 1
	for !m.done {
		m.step()
	}
	return m.regs[1]
}

// StatesTurns plays two players by turns, with a call in one of their states.
func StatesTurns(n int, seed uint32) (score [2]int) {
	turn, left := 0, 20+n&15
	for left > 0 {
		take := int(seed>>28)&3 + 1
		seed = seed*1664525 + 1013904223
		switch turn {
		case 0:
			turn = 1
		case 1:
			if take = statesBest(left, 3); take == 0 {
				turn = 2
				continue
			}
			turn = 0
		case 2:
			take, turn = 1, 0
		}
		left -= take
		score[turn&1] += take
	}
	return score
}

// statesBest is how many of what is left a player takes who wins.
func statesBest(left, most int) int {
	for take := 1; take <= most && take <= left; take++ {
		if statesBest(left-take, most-1) == 0 {
			return take
		}
	}
	return 0
}
