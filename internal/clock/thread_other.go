//go:build !linux

package clock

import "time"

// threadClock knows nothing here.
type threadClock struct{}

func ownThread() threadClock { return threadClock{} }

func (threadClock) worked() (time.Duration, bool) { return 0, false }

// thread knows nothing here.
func thread() (worked time.Duration, known bool) { return 0, false }

// process knows nothing here.
func process() (worked time.Duration, known bool) { return 0, false }
