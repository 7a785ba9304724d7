package codegen

import "strconv"

// Labels numbers the labels of code.
type Labels struct {
	names   []string
	numbers map[string]int
}

// Number is the number of the label of a name.
//
//go:noinline
func (l *Labels) Number(name string) int {
	n, ok := l.numbers[name]
	if !ok {
		if l.numbers == nil {
			l.numbers = map[string]int{}
		}
		n = len(l.names)
		l.names, l.numbers[name] = append(l.names, name), n
	}
	return n
}

// name is the name of a label.
func (l *Labels) name(n int) string {
	if l == nil || n >= len(l.names) {
		return "label" + strconv.Itoa(n)
	}
	return l.names[n]
}

// Names are what text has for numbers: of labels, and of symbols of read-only data.
type Names struct {
	Labels *Labels
	data   *Pool
}

// address is the text of an address in read-only data.
func (n Names) address(symbol, disp int) string {
	name := "data"
	if n.data != nil {
		name = n.data.symbol(symbol)
	}
	return name + "+" + strconv.Itoa(disp) + "(SB)"
}
