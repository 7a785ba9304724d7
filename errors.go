package lockstep

import (
	"context"
	"errors"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// ofRoom is an error of a package below, as the façade tells it: all errors begin with
// "lockstep: ", or with the place in the user's source that they are about.
type ofRoom struct {
	msg string
	err error
}

func (e *ofRoom) Error() string { return e.msg }
func (e *ofRoom) Unwrap() error { return e.err }

// prefixed gives an error the façade's prefix. What a context ended with stays what it is.
func prefixed(err error) error {
	var list program.ErrorList
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded),
		strings.HasPrefix(err.Error(), "lockstep: "):
		return err
	case errors.As(err, &list) && len(list) > 0 && list[0].Pos.IsValid():
		return err
	}
	return &ofRoom{"lockstep: " + reason(err), err}
}

// reason is the text of an error of a package below without the name of the package.
func reason(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "batch: "), "engine: ")
}
