//go:build !unix

package main

import (
	"errors"
	"time"
)

// processorTime returns an error: it is only known on Unix.
func processorTime() (time.Duration, error) {
	return 0, errors.New("-cpu: the processor's time is not known on this system")
}
