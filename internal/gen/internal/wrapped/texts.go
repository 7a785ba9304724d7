package wrapped

import "errors"

// Way is a type of strings.
type Way string

// Order is a struct with strings; one of them is looked at.
type Order struct {
	Way   Way
	Name  string
	Price float64
}

// ErrWay is an error of Order.Against.
var ErrWay = errors.New("no such side")

// Payoff has strings that the function compares with.
func Payoff(kind string, x, k float64) (float64, string) {
	switch kind {
	case "call":
		return max(x-k, 0), "right"
	case "put":
		return max(k-x, 0), "ri\"ght"
	}
	return x, kind
}

// Against has strings of a named type in a struct, and gives some.
func (o Order) Against(x float64) (Way, float64, error) {
	switch o.Way {
	case "buy":
		return "sell", o.Price - x, nil
	case "sell":
		return "buy", x - o.Price, nil
	}
	return o.Way, 0, ErrWay
}

// Later gives strings back that it does not compare, or one of its own.
func Later(a, b string, x float64) string {
	if x > 0 {
		return a
	}
	return b
}
