//go:build !linux

package clock

import "time"

// thread knows nothing here.
func thread() (worked time.Duration, known bool) { return 0, false }

// process knows nothing here.
func process() (worked time.Duration, known bool) { return 0, false }
