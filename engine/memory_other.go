//go:build !linux || !(amd64 || arm64) || purego

package engine

import "errors"

func mapCode([]byte) (entry uintptr, release func(), err error) {
	return 0, nil, errors.New("machine code is for linux on amd64 and arm64")
}

func enter(entry uintptr, frame *byte) {
	panic("bug: engine: machine code is entered and there is none")
}
