//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns how long processors have worked for this process.
func processorTime() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}
