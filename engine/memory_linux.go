//go:build linux && (amd64 || arm64) && !purego

package engine

import "syscall"

// mapCode puts machine code into memory that can be executed. A page is written or
// executed, never both. release gives it back.
func mapCode(code []byte) (entry uintptr, release func(), err error) {
	page, err := syscall.Mmap(-1, 0, len(code), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return 0, nil, err
	}
	copy(page, code)
	if err := syscall.Mprotect(page, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		_ = syscall.Munmap(page)
		return 0, nil, err
	}
	written(page)
	return addressOf(page), func() { _ = syscall.Munmap(page) }, nil
}
