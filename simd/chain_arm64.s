//go:build !purego

#include "textflag.h"

// How Go and the machine kernels meet. On entry to a kernel
//
//	R0            the link: its Args
//	R1            n, the number of lanes, at least 1
//	16(RSP) …     2048 bytes of scratch memory
//
// and every other register but R18 and R26 to R31 is the kernel's to use. It
// does lanes 0 to n-1, rounded up to its unit, and goes on with the next link:
//
//	ADD  $80, R0
//	MOVD (R0), R2
//	JMP  (R2)
//
// Offsets in Args:
//
//	0 code  8 Dst  16 X  24 Y  32 Z  40 SX  48 SY  56 SZ  64 Fault  72 run

// func chain(first *Args, n int) (bytes int)
TEXT ·chain(SB), 0, $2080-24
	MOVD first+0(FP), R0
	MOVD n+8(FP), R1
	MOVD (R0), R2
	CALL (R2)
	MOVD first+0(FP), R2
	SUB  R2, R0, R0
	MOVD R0, bytes+16(FP)
	RET

// The end of a chain: back to chain.
TEXT chainStop<>(SB), NOSPLIT|NOFRAME, $0-0
	RET

// func stopAddress() uintptr
TEXT ·stopAddress(SB), NOSPLIT, $0-8
	MOVD $chainStop<>(SB), R0
	MOVD R0, ret+0(FP)
	RET
