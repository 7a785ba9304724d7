//go:build !purego

#include "textflag.h"

// How Go and the machine kernels meet. On entry to a kernel
//
//	R8          the link: its Args
//	R9          n, the number of lanes, at least 1
//	8(SP) …     2048 bytes of scratch memory
//
// and every other register but SP and BP is the kernel's to use. It does lanes
// 0 to n-1, rounded up to its unit, and goes on with the next link:
//
//	ADDQ $80, R8
//	JMP  (R8)
//
// Offsets in Args:
//
//	0 code  8 Dst  16 X  24 Y  32 Z  40 SX  48 SY  56 SZ  64 Fault  72 run

// func chain(first *Args, n int) (bytes int)
TEXT ·chain(SB), 0, $2064-24
	MOVQ first+0(FP), R8
	MOVQ n+8(FP), R9
	MOVQ (R8), AX
	CALL AX
	SUBQ first+0(FP), R8
	MOVQ R8, bytes+16(FP)
	RET

// The end of a chain: back to chain.
TEXT chainStop<>(SB), NOSPLIT|NOFRAME, $0-0
	VZEROUPPER
	RET

// func stopAddress() uintptr
TEXT ·stopAddress(SB), NOSPLIT, $0-8
	LEAQ chainStop<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
