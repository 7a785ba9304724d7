//go:build !unix

package child

import "time"

// lockstepProcessorTime stands for a time that is only known on Unix.
func lockstepProcessorTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
