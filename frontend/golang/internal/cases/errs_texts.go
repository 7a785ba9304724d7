package cases

import (
	"errors"
	"fmt"
	"strings"
)

// Texts of errors, which are known for each error that has no values of a lane in it. Lanes with others are left to Go.

var errCold = errors.New("too cold")

type heat struct{ degrees int }

func (h heat) Error() string { return fmt.Sprintf("%d degrees", h.degrees) }

var errHot error = heat{90}

func thermometer(x int8) error {
	switch {
	case x < -40:
		return errCold
	case x > 90:
		return errHot
	case x%8 == 0:
		return errors.New("out of order")
	}
	return nil
}

// ErrsTold collects the texts of errors, and prints and compares them.
func ErrsTold(x int8, y uint8) (log string, long int, cold bool) {
	var texts []string
	for i := range 3 {
		if err := thermometer(x + int8(i)*16); err != nil {
			texts = append(texts, err.Error())
			long = max(long, len(err.Error()))
			cold = cold || strings.HasSuffix(err.Error(), "cold")
		}
	}
	first, last := thermometer(x), thermometer(int8(y))
	return strings.Join(texts, "; ") + fmt.Sprintf("|%v|%14v|%s", first, last, first), long, cold
}

// ErrsLeft asks for the texts of errors that values are in, or other errors.
func ErrsLeft(x int8, y uint8) string {
	err := thermometer(x)
	switch y & 7 {
	case 0:
		err = fmt.Errorf("%d: %w", y, err)
	case 1:
		err = errors.Join(err, errCold)
	case 2:
		err = heat{int(x)}
	}
	if err == nil {
		return "none"
	}
	return err.Error()
}
