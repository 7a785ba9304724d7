package cases

// Strings that are one of several constants in a lane.

func StringsChosen(strike, spot float64, put, digital bool) float64 {
	kind := "call"
	if put {
		kind = "put"
	}
	if digital && kind == "call" {
		kind = "digital"
	}
	switch kind {
	case "call":
		return spot - strike
	case "put":
		return strike - spot
	case "never":
		return strike / spot
	}
	return 1
}

type contract struct {
	kind  string
	legs  [3]string
	price float64
}

func contractOf(k int, x float64) (c contract) {
	c.price = x
	switch k & 7 {
	case 0:
		return c
	case 1, 2:
		c.kind = "forward"
	case 3:
		c = contract{kind: "swap", legs: [3]string{"pay", "take", "pay"}, price: 2 * x}
	default:
		c.kind, c.legs[k&1] = "option", "pay"
	}
	return c
}

func StringsInStructs(k int, i uint8, x float64) (value float64, n int) {
	c := contractOf(k, x)
	for _, leg := range c.legs {
		if leg == "pay" {
			n++
		}
	}
	if c.legs[i%4] == "take" {
		n += 10
	}
	if c == contractOf(k+1, x) {
		n += 100
	}
	if c.legs == [3]string{"pay", "", ""} {
		n += 1000
	}
	if c.kind == "option" || c.kind == "" {
		return c.price, n
	}
	return -c.price, n
}

type phase string

const (
	begins phase = "begins"
	goesOn phase = "goes on"
	ended  phase = "ended"
)

func (p phase) next(x int) phase {
	switch {
	case p == begins && x > 0:
		return goesOn
	case p == goesOn && x%3 == 0:
		return ended
	case p == ended:
		return begins
	}
	return p
}

func StringsOfMachines(n uint8, x int8) (ends, length int) {
	p := begins
	for i := range int(n % 32) {
		p = p.next(int(x) + i)
		if p == ended {
			ends++
		}
		length += len(p)
	}
	return ends, length
}

func StringsOrdered(j, k uint8) (less, same, atMost bool, sum int) {
	words := [4]string{"pear", "apple", "", "apples"}
	other := "apple"
	if j > 100 {
		other = "plum"
	}
	w := words[k%4]
	sum = len(w) * len(other)
	if w > "b" {
		sum++
	}
	return w < other, w == other, w <= other, sum
}

var unitFactors = map[string]float64{"m": 1, "km": 1000, "ft": 0.3048, "": -1}

var unitNames = []string{"m", "km", "ft", "mile", "", "km"}

func StringsAsKeys(k uint8, x float64) (float64, bool, float64, int) {
	unit := "km"
	if k&1 == 1 {
		unit = "inch"
	}
	f, ok := unitFactors[unit]
	name := unitNames[k%7]
	n := len(name)
	if name == "mile" {
		n += 100
	}
	return f * x, ok, unitFactors[name] * x, n
}

func StringsCut(k uint8, i int8) (n int, b, c byte) {
	s := "left"
	switch k & 3 {
	case 1:
		s = "right"
	case 2:
		s = "up"
	case 3:
		s = ""
	}
	if s+"ward" == "upward" {
		n++
	}
	t := s + s
	if k > 10 {
		t = s[:2] + "x"
	}
	n += len(t)
	if t != "" && t[0] == 'l' {
		n += 100
	}
	if len(s) > 2 {
		c = s[2:][1]
	}
	return n, t[i&7], c
}

func depthOf(kind string, n int) int {
	if n <= 0 {
		return len(kind)
	}
	switch kind {
	case "even":
		return 1 + depthOf("odd", n-1)
	case "odd":
		return 2 + depthOf("third", n-2)
	}
	return depthOf("even", n-1)
}

func StringsOfRecursion(n uint8, odd bool) int {
	kind := "even"
	if odd {
		kind = "odd"
	}
	return depthOf(kind, int(n%40))
}

func StringsInSlices(n uint8, x int) (sum int) {
	names := make([]string, 0, 8)
	for i := range int(n % 9) {
		switch (x + i) & 3 {
		case 0:
			names = append(names, "one")
		case 1:
			names = append(names, "three")
		}
	}
	p := &names
	for i, s := range *p {
		if s == "three" {
			sum += 3 * i
		}
		sum++
	}
	var any interface{ int() int } = word("x")
	if n > 5 {
		any = word("yy")
	}
	return sum*10 + any.int()
}

type word string

func (w word) int() int { return len(w) }
