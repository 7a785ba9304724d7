//go:build !purego

#include "textflag.h"

// Inner products. See dot.go for what the kernels do, and chain_amd64.s for how
// they are entered and left.
//
// A unit is two vectors of lanes. For each unit, four results at a time have
// their sums in eight registers; the last results are done one by one. Products
// and sums are rounded separately: there is no fused instruction here.
//
// Registers, beside R8 and R9 of the chain:
//
//	SI, AX the term of y, first and second vector        R15 bytes to the next
//	R10, R13 the term of x for the first result likewise  R14 bytes to the next
//	R11, R12 bytes of one and of three results' terms of x
//	DI where the next result goes    DX the terms of x for the next result
//	BX the DotShape                  CX terms left
//	sums: registers 0 to 7           y: 8 and 9        products: 10 to 13
//
// Memory: 8(SP) units left, 16(SP) bytes of lanes done, 24(SP) results left.
//
// Offsets in DotShape:
//
//	0 Results  8 Inner  16 DstRow  24 XRow  32 XResult  40 YRow

// The terms of x from the first on, in R10 and R13; those of y in SI and AX;
// their number in CX.
#define TERMS(half) \
	MOVQ DX, R10; \
	MOVQ 40(R8), R13; \
	IMULQ $half, R13; \
	ADDQ R10, R13; \
	MOVQ 48(R8), SI; \
	MOVQ 16(SP), CX; \
	IMULQ CX, SI; \
	ADDQ 24(R8), SI; \
	MOVQ 48(R8), AX; \
	IMULQ $half, AX; \
	ADDQ SI, AX; \
	MOVQ 8(BX), CX

#define NEXTTERMS \
	ADDQ R14, R10; \
	ADDQ R14, R13; \
	ADDQ R15, SI; \
	ADDQ R15, AX

// Floats of 4 bytes, AVX2.
TEXT dotF32Avx2<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 32(R8), BX
	MOVQ 24(BX), R14
	MOVQ 40(BX), R15
	MOVQ 32(BX), R11
	LEAQ (R11)(R11*2), R12
	LEAQ (R9*4), AX
	ADDQ $63, AX
	SHRQ $6, AX
	MOVQ AX, 8(SP)
	MOVQ $0, 16(SP)

unit:
	MOVQ  16(SP), AX
	MOVQ  8(R8), DI
	ADDQ  AX, DI
	MOVQ  40(R8), DX
	IMULQ AX, DX
	ADDQ  16(R8), DX
	MOVQ  0(BX), CX
	MOVQ  CX, 24(SP)

four:
	CMPQ 24(SP), $4
	JLT  one
	TERMS(32)
	VMOVUPS (SI), Y8
	VMOVUPS (AX), Y9
	VMULPS (R10), Y8, Y0
	VMULPS (R13), Y9, Y1
	VMULPS (R10)(R11*1), Y8, Y2
	VMULPS (R13)(R11*1), Y9, Y3
	VMULPS (R10)(R11*2), Y8, Y4
	VMULPS (R13)(R11*2), Y9, Y5
	VMULPS (R10)(R12*1), Y8, Y6
	VMULPS (R13)(R12*1), Y9, Y7

sum4:
	DECQ CX
	JZ   store4
	NEXTTERMS
	VMOVUPS (SI), Y8
	VMOVUPS (AX), Y9
	VMULPS (R10), Y8, Y10
	VMULPS (R13), Y9, Y11
	VADDPS Y10, Y0, Y0
	VADDPS Y11, Y1, Y1
	VMULPS (R10)(R11*1), Y8, Y12
	VMULPS (R13)(R11*1), Y9, Y13
	VADDPS Y12, Y2, Y2
	VADDPS Y13, Y3, Y3
	VMULPS (R10)(R11*2), Y8, Y10
	VMULPS (R13)(R11*2), Y9, Y11
	VADDPS Y10, Y4, Y4
	VADDPS Y11, Y5, Y5
	VMULPS (R10)(R12*1), Y8, Y12
	VMULPS (R13)(R12*1), Y9, Y13
	VADDPS Y12, Y6, Y6
	VADDPS Y13, Y7, Y7
	JMP  sum4

store4:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ 16(BX), DI
	VMOVUPS Y2, (DI)
	VMOVUPS Y3, 32(DI)
	ADDQ 16(BX), DI
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 32(DI)
	ADDQ 16(BX), DI
	VMOVUPS Y6, (DI)
	VMOVUPS Y7, 32(DI)
	ADDQ 16(BX), DI
	LEAQ (DX)(R11*4), DX
	SUBQ $4, 24(SP)
	JMP  four

one:
	CMPQ 24(SP), $0
	JE   next
	TERMS(32)
	VMOVUPS (SI), Y8
	VMOVUPS (AX), Y9
	VMULPS (R10), Y8, Y0
	VMULPS (R13), Y9, Y1

sum1:
	DECQ CX
	JZ   store1
	NEXTTERMS
	VMOVUPS (SI), Y8
	VMOVUPS (AX), Y9
	VMULPS (R10), Y8, Y10
	VMULPS (R13), Y9, Y11
	VADDPS Y10, Y0, Y0
	VADDPS Y11, Y1, Y1
	JMP  sum1

store1:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ 16(BX), DI
	ADDQ R11, DX
	DECQ 24(SP)
	JMP  one

next:
	ADDQ $64, 16(SP)
	DECQ 8(SP)
	JNZ  unit
	ADDQ $80, R8
	JMP  (R8)

// Floats of 8 bytes, AVX2.
TEXT dotF64Avx2<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 32(R8), BX
	MOVQ 24(BX), R14
	MOVQ 40(BX), R15
	MOVQ 32(BX), R11
	LEAQ (R11)(R11*2), R12
	LEAQ (R9*8), AX
	ADDQ $63, AX
	SHRQ $6, AX
	MOVQ AX, 8(SP)
	MOVQ $0, 16(SP)

unit:
	MOVQ  16(SP), AX
	MOVQ  8(R8), DI
	ADDQ  AX, DI
	MOVQ  40(R8), DX
	IMULQ AX, DX
	ADDQ  16(R8), DX
	MOVQ  0(BX), CX
	MOVQ  CX, 24(SP)

four:
	CMPQ 24(SP), $4
	JLT  one
	TERMS(32)
	VMOVUPD (SI), Y8
	VMOVUPD (AX), Y9
	VMULPD (R10), Y8, Y0
	VMULPD (R13), Y9, Y1
	VMULPD (R10)(R11*1), Y8, Y2
	VMULPD (R13)(R11*1), Y9, Y3
	VMULPD (R10)(R11*2), Y8, Y4
	VMULPD (R13)(R11*2), Y9, Y5
	VMULPD (R10)(R12*1), Y8, Y6
	VMULPD (R13)(R12*1), Y9, Y7

sum4:
	DECQ CX
	JZ   store4
	NEXTTERMS
	VMOVUPD (SI), Y8
	VMOVUPD (AX), Y9
	VMULPD (R10), Y8, Y10
	VMULPD (R13), Y9, Y11
	VADDPD Y10, Y0, Y0
	VADDPD Y11, Y1, Y1
	VMULPD (R10)(R11*1), Y8, Y12
	VMULPD (R13)(R11*1), Y9, Y13
	VADDPD Y12, Y2, Y2
	VADDPD Y13, Y3, Y3
	VMULPD (R10)(R11*2), Y8, Y10
	VMULPD (R13)(R11*2), Y9, Y11
	VADDPD Y10, Y4, Y4
	VADDPD Y11, Y5, Y5
	VMULPD (R10)(R12*1), Y8, Y12
	VMULPD (R13)(R12*1), Y9, Y13
	VADDPD Y12, Y6, Y6
	VADDPD Y13, Y7, Y7
	JMP  sum4

store4:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ 16(BX), DI
	VMOVUPD Y2, (DI)
	VMOVUPD Y3, 32(DI)
	ADDQ 16(BX), DI
	VMOVUPD Y4, (DI)
	VMOVUPD Y5, 32(DI)
	ADDQ 16(BX), DI
	VMOVUPD Y6, (DI)
	VMOVUPD Y7, 32(DI)
	ADDQ 16(BX), DI
	LEAQ (DX)(R11*4), DX
	SUBQ $4, 24(SP)
	JMP  four

one:
	CMPQ 24(SP), $0
	JE   next
	TERMS(32)
	VMOVUPD (SI), Y8
	VMOVUPD (AX), Y9
	VMULPD (R10), Y8, Y0
	VMULPD (R13), Y9, Y1

sum1:
	DECQ CX
	JZ   store1
	NEXTTERMS
	VMOVUPD (SI), Y8
	VMOVUPD (AX), Y9
	VMULPD (R10), Y8, Y10
	VMULPD (R13), Y9, Y11
	VADDPD Y10, Y0, Y0
	VADDPD Y11, Y1, Y1
	JMP  sum1

store1:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ 16(BX), DI
	ADDQ R11, DX
	DECQ 24(SP)
	JMP  one

next:
	ADDQ $64, 16(SP)
	DECQ 8(SP)
	JNZ  unit
	ADDQ $80, R8
	JMP  (R8)

// Floats of 4 bytes, AVX-512.
TEXT dotF32Avx512<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 32(R8), BX
	MOVQ 24(BX), R14
	MOVQ 40(BX), R15
	MOVQ 32(BX), R11
	LEAQ (R11)(R11*2), R12
	LEAQ (R9*4), AX
	ADDQ $127, AX
	SHRQ $7, AX
	MOVQ AX, 8(SP)
	MOVQ $0, 16(SP)

unit:
	MOVQ  16(SP), AX
	MOVQ  8(R8), DI
	ADDQ  AX, DI
	MOVQ  40(R8), DX
	IMULQ AX, DX
	ADDQ  16(R8), DX
	MOVQ  0(BX), CX
	MOVQ  CX, 24(SP)

four:
	CMPQ 24(SP), $4
	JLT  one
	TERMS(64)
	VMOVUPS (SI), Z8
	VMOVUPS (AX), Z9
	VMULPS (R10), Z8, Z0
	VMULPS (R13), Z9, Z1
	VMULPS (R10)(R11*1), Z8, Z2
	VMULPS (R13)(R11*1), Z9, Z3
	VMULPS (R10)(R11*2), Z8, Z4
	VMULPS (R13)(R11*2), Z9, Z5
	VMULPS (R10)(R12*1), Z8, Z6
	VMULPS (R13)(R12*1), Z9, Z7

sum4:
	DECQ CX
	JZ   store4
	NEXTTERMS
	VMOVUPS (SI), Z8
	VMOVUPS (AX), Z9
	VMULPS (R10), Z8, Z10
	VMULPS (R13), Z9, Z11
	VADDPS Z10, Z0, Z0
	VADDPS Z11, Z1, Z1
	VMULPS (R10)(R11*1), Z8, Z12
	VMULPS (R13)(R11*1), Z9, Z13
	VADDPS Z12, Z2, Z2
	VADDPS Z13, Z3, Z3
	VMULPS (R10)(R11*2), Z8, Z10
	VMULPS (R13)(R11*2), Z9, Z11
	VADDPS Z10, Z4, Z4
	VADDPS Z11, Z5, Z5
	VMULPS (R10)(R12*1), Z8, Z12
	VMULPS (R13)(R12*1), Z9, Z13
	VADDPS Z12, Z6, Z6
	VADDPS Z13, Z7, Z7
	JMP  sum4

store4:
	VMOVUPS Z0, (DI)
	VMOVUPS Z1, 64(DI)
	ADDQ 16(BX), DI
	VMOVUPS Z2, (DI)
	VMOVUPS Z3, 64(DI)
	ADDQ 16(BX), DI
	VMOVUPS Z4, (DI)
	VMOVUPS Z5, 64(DI)
	ADDQ 16(BX), DI
	VMOVUPS Z6, (DI)
	VMOVUPS Z7, 64(DI)
	ADDQ 16(BX), DI
	LEAQ (DX)(R11*4), DX
	SUBQ $4, 24(SP)
	JMP  four

one:
	CMPQ 24(SP), $0
	JE   next
	TERMS(64)
	VMOVUPS (SI), Z8
	VMOVUPS (AX), Z9
	VMULPS (R10), Z8, Z0
	VMULPS (R13), Z9, Z1

sum1:
	DECQ CX
	JZ   store1
	NEXTTERMS
	VMOVUPS (SI), Z8
	VMOVUPS (AX), Z9
	VMULPS (R10), Z8, Z10
	VMULPS (R13), Z9, Z11
	VADDPS Z10, Z0, Z0
	VADDPS Z11, Z1, Z1
	JMP  sum1

store1:
	VMOVUPS Z0, (DI)
	VMOVUPS Z1, 64(DI)
	ADDQ 16(BX), DI
	ADDQ R11, DX
	DECQ 24(SP)
	JMP  one

next:
	ADDQ $128, 16(SP)
	DECQ 8(SP)
	JNZ  unit
	ADDQ $80, R8
	JMP  (R8)

// Floats of 8 bytes, AVX-512.
TEXT dotF64Avx512<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 32(R8), BX
	MOVQ 24(BX), R14
	MOVQ 40(BX), R15
	MOVQ 32(BX), R11
	LEAQ (R11)(R11*2), R12
	LEAQ (R9*8), AX
	ADDQ $127, AX
	SHRQ $7, AX
	MOVQ AX, 8(SP)
	MOVQ $0, 16(SP)

unit:
	MOVQ  16(SP), AX
	MOVQ  8(R8), DI
	ADDQ  AX, DI
	MOVQ  40(R8), DX
	IMULQ AX, DX
	ADDQ  16(R8), DX
	MOVQ  0(BX), CX
	MOVQ  CX, 24(SP)

four:
	CMPQ 24(SP), $4
	JLT  one
	TERMS(64)
	VMOVUPD (SI), Z8
	VMOVUPD (AX), Z9
	VMULPD (R10), Z8, Z0
	VMULPD (R13), Z9, Z1
	VMULPD (R10)(R11*1), Z8, Z2
	VMULPD (R13)(R11*1), Z9, Z3
	VMULPD (R10)(R11*2), Z8, Z4
	VMULPD (R13)(R11*2), Z9, Z5
	VMULPD (R10)(R12*1), Z8, Z6
	VMULPD (R13)(R12*1), Z9, Z7

sum4:
	DECQ CX
	JZ   store4
	NEXTTERMS
	VMOVUPD (SI), Z8
	VMOVUPD (AX), Z9
	VMULPD (R10), Z8, Z10
	VMULPD (R13), Z9, Z11
	VADDPD Z10, Z0, Z0
	VADDPD Z11, Z1, Z1
	VMULPD (R10)(R11*1), Z8, Z12
	VMULPD (R13)(R11*1), Z9, Z13
	VADDPD Z12, Z2, Z2
	VADDPD Z13, Z3, Z3
	VMULPD (R10)(R11*2), Z8, Z10
	VMULPD (R13)(R11*2), Z9, Z11
	VADDPD Z10, Z4, Z4
	VADDPD Z11, Z5, Z5
	VMULPD (R10)(R12*1), Z8, Z12
	VMULPD (R13)(R12*1), Z9, Z13
	VADDPD Z12, Z6, Z6
	VADDPD Z13, Z7, Z7
	JMP  sum4

store4:
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	ADDQ 16(BX), DI
	VMOVUPD Z2, (DI)
	VMOVUPD Z3, 64(DI)
	ADDQ 16(BX), DI
	VMOVUPD Z4, (DI)
	VMOVUPD Z5, 64(DI)
	ADDQ 16(BX), DI
	VMOVUPD Z6, (DI)
	VMOVUPD Z7, 64(DI)
	ADDQ 16(BX), DI
	LEAQ (DX)(R11*4), DX
	SUBQ $4, 24(SP)
	JMP  four

one:
	CMPQ 24(SP), $0
	JE   next
	TERMS(64)
	VMOVUPD (SI), Z8
	VMOVUPD (AX), Z9
	VMULPD (R10), Z8, Z0
	VMULPD (R13), Z9, Z1

sum1:
	DECQ CX
	JZ   store1
	NEXTTERMS
	VMOVUPD (SI), Z8
	VMOVUPD (AX), Z9
	VMULPD (R10), Z8, Z10
	VMULPD (R13), Z9, Z11
	VADDPD Z10, Z0, Z0
	VADDPD Z11, Z1, Z1
	JMP  sum1

store1:
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	ADDQ 16(BX), DI
	ADDQ R11, DX
	DECQ 24(SP)
	JMP  one

next:
	ADDQ $128, 16(SP)
	DECQ 8(SP)
	JNZ  unit
	ADDQ $80, R8
	JMP  (R8)

DATA dotCodes<>+0(SB)/8, $dotF32Avx2<>(SB)
DATA dotCodes<>+8(SB)/8, $dotF64Avx2<>(SB)
DATA dotCodes<>+16(SB)/8, $dotF32Avx512<>(SB)
DATA dotCodes<>+24(SB)/8, $dotF64Avx512<>(SB)
GLOBL dotCodes<>(SB), RODATA, $32

// func dotTable() *[4]uintptr
TEXT ·dotTable(SB), NOSPLIT, $0-8
	LEAQ dotCodes<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
