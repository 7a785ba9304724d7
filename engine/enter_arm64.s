//go:build linux && !purego

#include "textflag.h"

// Machine code is entered with its frame in R8. It keeps RSP, R18 and R26 to R30, has no
// stack of its own, calls nobody, and leaves within 100 µs: it cannot be preempted.

// func enter(entry uintptr, frame *byte)
TEXT ·enter(SB), 0, $16-16
	MOVD frame+8(FP), R8
	MOVD entry+0(FP), R0
	CALL (R0)
	RET

// func writeBack(code unsafe.Pointer, bytes int)
TEXT ·writeBack(SB), NOSPLIT, $0-16
	MOVD code+0(FP), R0
	MOVD bytes+8(FP), R1
	ADD  R0, R1, R1
	WORD $0xd53b0022 // mrs x2, ctr_el0
	MOVD $4, R5

	// The least line of data is 4 bytes times a power of two, in bits 16 to 19.
	UBFX $16, R2, $4, R3
	LSL  R3, R5, R3
	SUB  $1, R3, R4
	BIC  R4, R0, R4

data:
	WORD $0xd50b7b24 // dc cvau, x4
	ADD  R3, R4, R4
	CMP  R1, R4
	BLO  data
	WORD $0xd5033b9f // dsb ish

	// That of instructions is in bits 0 to 3.
	UBFX $0, R2, $4, R3
	LSL  R3, R5, R3
	SUB  $1, R3, R4
	BIC  R4, R0, R4

instructions:
	WORD $0xd50b7524 // ic ivau, x4
	ADD  R3, R4, R4
	CMP  R1, R4
	BLO  instructions
	WORD $0xd5033b9f // dsb ish
	WORD $0xd5033fdf // isb
	RET
