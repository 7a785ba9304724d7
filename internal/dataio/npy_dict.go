package dataio

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// dictParser reads the Python dictionary literal in a .npy header:
//
//	{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }
//
// It reads the literals that NumPy writes there and nothing else.
type dictParser struct{ rest string }

// parseNpyHeader reads a header's dictionary, which has three keys in any
// order.
func parseNpyHeader(text string) (*npyHeader, error) {
	p := &dictParser{rest: text}
	h := &npyHeader{}
	if !p.accept("{") {
		return nil, fmt.Errorf("it is not a dictionary")
	}
	seen := map[string]bool{}
	for !p.accept("}") {
		key, err := p.str()
		if err != nil {
			return nil, err
		}
		if !p.accept(":") {
			return nil, fmt.Errorf("no colon after %q", key)
		}
		if seen[key] {
			return nil, fmt.Errorf("%q appears twice", key)
		}
		seen[key] = true
		switch key {
		case "descr":
			h.dtype, err = p.descr()
		case "fortran_order":
			h.fortran, err = p.boolean()
		case "shape":
			h.shape, err = p.shape()
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return nil, err
		}
		if !p.accept(",") && !p.next("}") {
			return nil, fmt.Errorf("no comma after the value of %q", key)
		}
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return nil, fmt.Errorf("no %q", key)
		}
	}
	return h, nil
}

// next reports whether the token comes next; accept also takes it.
func (p *dictParser) next(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \n\t")
	return strings.HasPrefix(p.rest, token)
}

func (p *dictParser) accept(token string) bool {
	if !p.next(token) {
		return false
	}
	p.rest = p.rest[len(token):]
	return true
}

// str reads a string in single or double quotes. NumPy puts nothing into one
// that would have to be escaped, but for names in structured dtypes.
func (p *dictParser) str() (string, error) {
	for _, quote := range []string{"'", `"`} {
		if p.accept(quote) {
			s, rest, ok := strings.Cut(p.rest, quote)
			if !ok {
				return "", fmt.Errorf("a string does not end")
			}
			p.rest = rest
			return s, nil
		}
	}
	return "", fmt.Errorf("no string where one is due")
}

func (p *dictParser) descr() (dtype, error) {
	if p.next("[") {
		return dtype{}, fmt.Errorf("a structured dtype is not accepted; save each field as an array of its own")
	}
	s, err := p.str()
	if err != nil {
		return dtype{}, err
	}
	return parseDtype(s)
}

func (p *dictParser) boolean() (bool, error) {
	switch {
	case p.accept("True"):
		return true, nil
	case p.accept("False"):
		return false, nil
	}
	return false, fmt.Errorf("fortran_order is neither True nor False")
}

// shape reads a tuple of dimensions whose product is a possible length.
func (p *dictParser) shape() ([]int, error) {
	if !p.accept("(") {
		return nil, fmt.Errorf("the shape is not a tuple")
	}
	shape, product := []int{}, 1
	for !p.accept(")") {
		p.next("")
		end := strings.IndexFunc(p.rest, func(r rune) bool { return r < '0' || r > '9' })
		if end <= 0 {
			return nil, fmt.Errorf("the shape has something that is not a number")
		}
		d, err := strconv.Atoi(p.rest[:end])
		if err != nil || d > 0 && product > math.MaxInt/16/d {
			return nil, fmt.Errorf("the shape is too large")
		}
		p.rest = p.rest[end:]
		p.accept("L") // Python 2 wrote long integers so
		shape = append(shape, d)
		product *= d
		if !p.accept(",") && !p.next(")") {
			return nil, fmt.Errorf("no comma between the dimensions")
		}
	}
	return shape, nil
}
