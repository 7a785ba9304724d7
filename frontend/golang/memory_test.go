package golang_test

import "runtime/debug"

// Hundreds of cases make much and keep little: at the usual setting a third of the time goes into collecting garbage.
func init() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(2 << 30)
}
