//go:build unix

package child

import (
	"syscall"
	"time"
)

// lockstepProcessorTime returns how long processors have worked for the process.
func lockstepProcessorTime() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
