//go:build unix

package measure

import (
	"syscall"
	"time"
)

// ProcessorTime returns how long processors have worked for this process.
func ProcessorTime() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}
