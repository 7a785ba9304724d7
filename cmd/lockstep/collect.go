package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// comfort is how much memory is used without collecting garbage more often.
const comfort = 1 << 30

// collectSeldom lets garbage be collected less often, until what it returns is called. Who compiles makes much and
// keeps little: at the setting for columns six tenths of the time go into collecting. Where there are large columns
// already, or the environment says how often, nothing changes.
func collectSeldom() (restore func()) {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); os.Getenv("GOGC") != "" || m.HeapAlloc > comfort/4 {
		return func() {}
	}
	percent := debug.SetGCPercent(400)
	// But not on a machine that has other things to do.
	limit := debug.SetMemoryLimit(comfort)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}
