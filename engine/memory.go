package engine

import (
	"fmt"
	"sync/atomic"
)

// Machine code of all programs of a process takes so much memory, and may take so much.
var codeBytes, codeLimit atomic.Int64

func init() { codeLimit.Store(defaultCodeLimit) }

// defaultCodeLimit is enough for some thousand programs, and little for a process that has them.
const defaultCodeLimit = 256 << 20

// codePage is what memory is given in.
const codePage = 4096

// CodeMemory returns how many bytes of memory the machine code of the process takes. What no run
// and no Code refers to any more is given back when the garbage collector finds that out.
func CodeMemory() int64 { return codeBytes.Load() }

// LimitCodeMemory sets how many bytes the machine code of the process may take, and returns how
// many that were before. Compile returns an error where there is no more room; code that exists
// stays.
func LimitCodeMemory(bytes int64) (before int64) { return codeLimit.Swap(bytes) }

// executable says why there is no memory here for code that can be executed; nil if there is.
func executable() error {
	_, release, err := mapCode(make([]byte, 4))
	if err == nil {
		release()
	}
	return err
}

// mapWithin is mapCode within the limit.
func mapWithin(code []byte) (entry uintptr, release func(), err error) {
	size := int64(len(code)+codePage-1) &^ (codePage - 1)
	for {
		now, limit := codeBytes.Load(), codeLimit.Load()
		if now+size > limit {
			return 0, nil, fmt.Errorf("machine code takes %d bytes and may take %d; this program's needs %d", now,
				limit, size)
		}
		if codeBytes.CompareAndSwap(now, now+size) {
			break
		}
	}
	entry, unmap, err := mapCode(code)
	if err != nil {
		codeBytes.Add(-size)
		return 0, nil, err
	}
	return entry, func() {
		unmap()
		codeBytes.Add(-size)
	}, nil
}
