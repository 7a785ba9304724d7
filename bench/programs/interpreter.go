package programs

// An instruction has an operation, the register that it changes or asks, and another
// register, a number or an address.
type instruction struct{ op, r, arg int }

// The operations.
const (
	halt     = iota // the answer is in register r
	set             // r = arg
	move            // r = register arg
	add             // r += register arg
	sub             // r -= register arg
	mul             // r *= register arg
	addTo           // r += arg
	halve           // r /= 2
	and             // r &= arg
	jump            // go to arg
	jumpZero        // go to arg if r is 0
	jumpNeg         // go to arg if r is negative
)

// code has a program a row. Their arguments are in registers 0 and 1.
var code = [4][16]instruction{
	{ // the greatest common divisor, by subtraction
		0: {move, 2, 0},
		1: {sub, 2, 1},
		2: {jumpZero, 2, 8},
		3: {jumpNeg, 2, 6},
		4: {move, 0, 2},
		5: {jump, 0, 0},
		6: {sub, 1, 0},
		7: {jump, 0, 0},
		8: {halt, 0, 0},
	},
	{ // register 0 to the power of register 1, by squaring
		0: {set, 2, 1},
		1: {jumpZero, 1, 9},
		2: {move, 3, 1},
		3: {and, 3, 1},
		4: {jumpZero, 3, 6},
		5: {mul, 2, 0},
		6: {mul, 0, 0},
		7: {halve, 1, 0},
		8: {jump, 0, 1},
		9: {halt, 2, 0},
	},
	{ // how many steps Collatz's sequence takes to 1
		0:  {set, 2, 0},
		1:  {move, 3, 0},
		2:  {addTo, 3, -1},
		3:  {jumpZero, 3, 15},
		4:  {move, 3, 0},
		5:  {and, 3, 1},
		6:  {jumpZero, 3, 12},
		7:  {move, 3, 0},
		8:  {add, 0, 0},
		9:  {add, 0, 3},
		10: {addTo, 0, 1},
		11: {jump, 0, 13},
		12: {halve, 0, 0},
		13: {addTo, 2, 1},
		14: {jump, 0, 1},
		15: {halt, 2, 0},
	},
	{ // the integer square root of the product, by odd numbers
		0: {mul, 0, 1},
		1: {set, 2, 0},
		2: {set, 3, 1},
		3: {sub, 0, 3},
		4: {jumpNeg, 0, 8},
		5: {addTo, 2, 1},
		6: {addTo, 3, 2},
		7: {jump, 0, 3},
		8: {halt, 2, 0},
	},
}

// maxSteps is how many instructions a program may run.
const maxSteps = 125

// Execute runs one of four programs of a small register machine over two arguments, and
// returns its answer and how many instructions it ran. A program that runs too long has the
// answer -1.
func Execute(which int, a, b int64) (answer int64, steps int) {
	var r [4]int64
	r[0], r[1] = a, b
	pc := 0
	for steps < maxSteps {
		in := code[which][pc]
		pc++
		steps++
		switch in.op {
		case halt:
			return r[in.r], steps
		case set:
			r[in.r] = int64(in.arg)
		case move:
			r[in.r] = r[in.arg]
		case add:
			r[in.r] += r[in.arg]
		case sub:
			r[in.r] -= r[in.arg]
		case mul:
			r[in.r] *= r[in.arg]
		case addTo:
			r[in.r] += int64(in.arg)
		case halve:
			r[in.r] /= 2
		case and:
			r[in.r] &= int64(in.arg)
		case jump:
			pc = in.arg
		case jumpZero:
			if r[in.r] == 0 {
				pc = in.arg
			}
		case jumpNeg:
			if r[in.r] < 0 {
				pc = in.arg
			}
		}
	}
	return -1, steps
}
