//go:build !unix

package measure

import (
	"errors"
	"time"
)

// ProcessorTime returns an error: it is only known on Unix.
func ProcessorTime() (time.Duration, error) {
	return 0, errors.New("-cpu: the processor's time is not known on this system")
}
