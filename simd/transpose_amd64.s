//go:build !purego

#include "textflag.h"

// Transposition of 64 events and the rows of 64 lanes. See transpose.go for what
// the functions do.
//
// A block is as many events as a vector has lanes, and as many elements: 8 by 8
// or 4 by 4. Blocks go along the lanes first, then along the elements. AVX-512
// does the last elements under a mask; without it they are left out, and Go
// does them.
//
// Registers:
//
//	SI the block's first event        R8, R10, R11, R12 the bytes of 1, 3, 5 and 7 events
//	DI the block's lanes in its first row   R9 the bytes of a row
//	BX elements left    CX blocks left along the lanes   K1 elements of the block
//	DX, AX where the next blocks begin   R13 scratch

// The addresses of eight events, or of four.
#define EVENT0 (SI)
#define EVENT1 (SI)(R8*1)
#define EVENT2 (SI)(R8*2)
#define EVENT3 (SI)(R10*1)
#define EVENT4 (SI)(R8*4)
#define EVENT5 (SI)(R11*1)
#define EVENT6 (SI)(R10*2)
#define EVENT7 (SI)(R12*1)

// From the bytes of an event in R8.
#define MULTIPLES \
	LEAQ (R8)(R8*2), R10; \
	LEAQ (R8)(R8*4), R11; \
	LEAQ (R10)(R8*4), R12

// Z0 to Z7, eight numbers of 8 bytes each, become their transpose in Z8 to Z15.
#define SWAP8x8 \
	VUNPCKLPD Z1, Z0, Z8; \
	VUNPCKHPD Z1, Z0, Z9; \
	VUNPCKLPD Z3, Z2, Z10; \
	VUNPCKHPD Z3, Z2, Z11; \
	VUNPCKLPD Z5, Z4, Z12; \
	VUNPCKHPD Z5, Z4, Z13; \
	VUNPCKLPD Z7, Z6, Z14; \
	VUNPCKHPD Z7, Z6, Z15; \
	VSHUFF64X2 $0x88, Z10, Z8, Z0; \
	VSHUFF64X2 $0xdd, Z10, Z8, Z1; \
	VSHUFF64X2 $0x88, Z14, Z12, Z2; \
	VSHUFF64X2 $0xdd, Z14, Z12, Z3; \
	VSHUFF64X2 $0x88, Z11, Z9, Z4; \
	VSHUFF64X2 $0xdd, Z11, Z9, Z5; \
	VSHUFF64X2 $0x88, Z15, Z13, Z6; \
	VSHUFF64X2 $0xdd, Z15, Z13, Z7; \
	VSHUFF64X2 $0x88, Z2, Z0, Z8; \
	VSHUFF64X2 $0xdd, Z2, Z0, Z12; \
	VSHUFF64X2 $0x88, Z3, Z1, Z10; \
	VSHUFF64X2 $0xdd, Z3, Z1, Z14; \
	VSHUFF64X2 $0x88, Z6, Z4, Z9; \
	VSHUFF64X2 $0xdd, Z6, Z4, Z13; \
	VSHUFF64X2 $0x88, Z7, Z5, Z11; \
	VSHUFF64X2 $0xdd, Z7, Z5, Z15

// Y0 to Y7, eight numbers of 4 bytes each, become their transpose in Y8 to Y15.
#define SWAP4x8 \
	VUNPCKLPS Y1, Y0, Y8; \
	VUNPCKHPS Y1, Y0, Y9; \
	VUNPCKLPS Y3, Y2, Y10; \
	VUNPCKHPS Y3, Y2, Y11; \
	VUNPCKLPS Y5, Y4, Y12; \
	VUNPCKHPS Y5, Y4, Y13; \
	VUNPCKLPS Y7, Y6, Y14; \
	VUNPCKHPS Y7, Y6, Y15; \
	VUNPCKLPD Y10, Y8, Y0; \
	VUNPCKHPD Y10, Y8, Y1; \
	VUNPCKLPD Y11, Y9, Y2; \
	VUNPCKHPD Y11, Y9, Y3; \
	VUNPCKLPD Y14, Y12, Y4; \
	VUNPCKHPD Y14, Y12, Y5; \
	VUNPCKLPD Y15, Y13, Y6; \
	VUNPCKHPD Y15, Y13, Y7; \
	VPERM2F128 $0x20, Y4, Y0, Y8; \
	VPERM2F128 $0x20, Y5, Y1, Y9; \
	VPERM2F128 $0x20, Y6, Y2, Y10; \
	VPERM2F128 $0x20, Y7, Y3, Y11; \
	VPERM2F128 $0x31, Y4, Y0, Y12; \
	VPERM2F128 $0x31, Y5, Y1, Y13; \
	VPERM2F128 $0x31, Y6, Y2, Y14; \
	VPERM2F128 $0x31, Y7, Y3, Y15

// Y0 to Y3, four numbers of 8 bytes each, become their transpose in Y8 to Y11.
#define SWAP8x4 \
	VUNPCKLPD Y1, Y0, Y4; \
	VUNPCKHPD Y1, Y0, Y5; \
	VUNPCKLPD Y3, Y2, Y6; \
	VUNPCKHPD Y3, Y2, Y7; \
	VPERM2F128 $0x20, Y6, Y4, Y8; \
	VPERM2F128 $0x20, Y7, Y5, Y9; \
	VPERM2F128 $0x31, Y6, Y4, Y10; \
	VPERM2F128 $0x31, Y7, Y5, Y11

// K1: the lowest BX of eight elements, or all. BZHI looks at the lowest byte of
// the count alone, so it must not be that of 256. AX and R13 are scratch.
#define ELEMENTS \
	MOVL    $255, AX; \
	MOVL    $8, R13; \
	CMPQ    BX, R13; \
	CMOVQLT BX, R13; \
	BZHIL   R13, AX, AX; \
	KMOVB   AX, K1

// func transposeIn8AVX512(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)
TEXT ·transposeIn8AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ rowBytes+8(FP), R9
	MOVQ src+16(FP), DX
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $3, R8
	MULTIPLES

elements:
	ELEMENTS
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $8, CX

block:
	VMOVUPD.Z EVENT0, K1, Z0
	VMOVUPD.Z EVENT1, K1, Z1
	VMOVUPD.Z EVENT2, K1, Z2
	VMOVUPD.Z EVENT3, K1, Z3
	VMOVUPD.Z EVENT4, K1, Z4
	VMOVUPD.Z EVENT5, K1, Z5
	VMOVUPD.Z EVENT6, K1, Z6
	VMOVUPD.Z EVENT7, K1, Z7
	SWAP8x8
	MOVQ AX, R13
	VMOVUPD Z8, (R13)
	CMPQ BX, $1
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z9, (R13)
	CMPQ BX, $2
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z10, (R13)
	CMPQ BX, $3
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z11, (R13)
	CMPQ BX, $4
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z12, (R13)
	CMPQ BX, $5
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z13, (R13)
	CMPQ BX, $6
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z14, (R13)
	CMPQ BX, $7
	JE   stored
	ADDQ R9, R13
	VMOVUPD Z15, (R13)

stored:
	LEAQ (SI)(R8*8), SI
	ADDQ $64, AX
	DECQ CX
	JNZ  block
	ADDQ $64, DX
	LEAQ (DI)(R9*8), DI
	SUBQ $8, BX
	JG   elements
	VZEROUPPER
	RET

// func transposeOut8AVX512(dst, src unsafe.Pointer, rowBytes, elems int)
TEXT ·transposeOut8AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ src+8(FP), DI
	MOVQ rowBytes+16(FP), R9
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $3, R8
	MULTIPLES

elements:
	ELEMENTS
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $8, CX

block:
	MOVQ AX, R13
	VMOVUPD (R13), Z0
	CMPQ BX, $1
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z1
	CMPQ BX, $2
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z2
	CMPQ BX, $3
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z3
	CMPQ BX, $4
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z4
	CMPQ BX, $5
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z5
	CMPQ BX, $6
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z6
	CMPQ BX, $7
	JE   loaded
	ADDQ R9, R13
	VMOVUPD (R13), Z7

loaded:
	SWAP8x8
	VMOVUPD Z8, K1, EVENT0
	VMOVUPD Z9, K1, EVENT1
	VMOVUPD Z10, K1, EVENT2
	VMOVUPD Z11, K1, EVENT3
	VMOVUPD Z12, K1, EVENT4
	VMOVUPD Z13, K1, EVENT5
	VMOVUPD Z14, K1, EVENT6
	VMOVUPD Z15, K1, EVENT7
	LEAQ (SI)(R8*8), SI
	ADDQ $64, AX
	DECQ CX
	JNZ  block
	ADDQ $64, DX
	LEAQ (DI)(R9*8), DI
	SUBQ $8, BX
	JG   elements
	VZEROUPPER
	RET

// func transposeIn4AVX512(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)
TEXT ·transposeIn4AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ rowBytes+8(FP), R9
	MOVQ src+16(FP), DX
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $2, R8
	MULTIPLES

elements:
	ELEMENTS
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $8, CX

block:
	VMOVUPS.Z EVENT0, K1, Y0
	VMOVUPS.Z EVENT1, K1, Y1
	VMOVUPS.Z EVENT2, K1, Y2
	VMOVUPS.Z EVENT3, K1, Y3
	VMOVUPS.Z EVENT4, K1, Y4
	VMOVUPS.Z EVENT5, K1, Y5
	VMOVUPS.Z EVENT6, K1, Y6
	VMOVUPS.Z EVENT7, K1, Y7
	SWAP4x8
	MOVQ AX, R13
	VMOVUPS Y8, (R13)
	CMPQ BX, $1
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y9, (R13)
	CMPQ BX, $2
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y10, (R13)
	CMPQ BX, $3
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y11, (R13)
	CMPQ BX, $4
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y12, (R13)
	CMPQ BX, $5
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y13, (R13)
	CMPQ BX, $6
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y14, (R13)
	CMPQ BX, $7
	JE   stored
	ADDQ R9, R13
	VMOVUPS Y15, (R13)

stored:
	LEAQ (SI)(R8*8), SI
	ADDQ $32, AX
	DECQ CX
	JNZ  block
	ADDQ $32, DX
	LEAQ (DI)(R9*8), DI
	SUBQ $8, BX
	JG   elements
	VZEROUPPER
	RET

// func transposeOut4AVX512(dst, src unsafe.Pointer, rowBytes, elems int)
TEXT ·transposeOut4AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ src+8(FP), DI
	MOVQ rowBytes+16(FP), R9
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $2, R8
	MULTIPLES

elements:
	ELEMENTS
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $8, CX

block:
	MOVQ AX, R13
	VMOVUPS (R13), Y0
	CMPQ BX, $1
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y1
	CMPQ BX, $2
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y2
	CMPQ BX, $3
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y3
	CMPQ BX, $4
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y4
	CMPQ BX, $5
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y5
	CMPQ BX, $6
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y6
	CMPQ BX, $7
	JE   loaded
	ADDQ R9, R13
	VMOVUPS (R13), Y7

loaded:
	SWAP4x8
	VMOVUPS Y8, K1, EVENT0
	VMOVUPS Y9, K1, EVENT1
	VMOVUPS Y10, K1, EVENT2
	VMOVUPS Y11, K1, EVENT3
	VMOVUPS Y12, K1, EVENT4
	VMOVUPS Y13, K1, EVENT5
	VMOVUPS Y14, K1, EVENT6
	VMOVUPS Y15, K1, EVENT7
	LEAQ (SI)(R8*8), SI
	ADDQ $32, AX
	DECQ CX
	JNZ  block
	ADDQ $32, DX
	LEAQ (DI)(R9*8), DI
	SUBQ $8, BX
	JG   elements
	VZEROUPPER
	RET

// func transposeIn8AVX2(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)
TEXT ·transposeIn8AVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ rowBytes+8(FP), R9
	MOVQ src+16(FP), DX
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $3, R8
	MULTIPLES

elements:
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $16, CX

block:
	VMOVUPD EVENT0, Y0
	VMOVUPD EVENT1, Y1
	VMOVUPD EVENT2, Y2
	VMOVUPD EVENT3, Y3
	SWAP8x4
	MOVQ AX, R13
	VMOVUPD Y8, (R13)
	ADDQ R9, R13
	VMOVUPD Y9, (R13)
	ADDQ R9, R13
	VMOVUPD Y10, (R13)
	ADDQ R9, R13
	VMOVUPD Y11, (R13)
	LEAQ (SI)(R8*4), SI
	ADDQ $32, AX
	DECQ CX
	JNZ  block
	ADDQ $32, DX
	LEAQ (DI)(R9*4), DI
	SUBQ $4, BX
	CMPQ BX, $4
	JGE  elements
	VZEROUPPER
	RET

// func transposeOut8AVX2(dst, src unsafe.Pointer, rowBytes, elems int)
TEXT ·transposeOut8AVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ src+8(FP), DI
	MOVQ rowBytes+16(FP), R9
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $3, R8
	MULTIPLES

elements:
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $16, CX

block:
	MOVQ AX, R13
	VMOVUPD (R13), Y0
	ADDQ R9, R13
	VMOVUPD (R13), Y1
	ADDQ R9, R13
	VMOVUPD (R13), Y2
	ADDQ R9, R13
	VMOVUPD (R13), Y3
	SWAP8x4
	VMOVUPD Y8, EVENT0
	VMOVUPD Y9, EVENT1
	VMOVUPD Y10, EVENT2
	VMOVUPD Y11, EVENT3
	LEAQ (SI)(R8*4), SI
	ADDQ $32, AX
	DECQ CX
	JNZ  block
	ADDQ $32, DX
	LEAQ (DI)(R9*4), DI
	SUBQ $4, BX
	CMPQ BX, $4
	JGE  elements
	VZEROUPPER
	RET

// func transposeIn4AVX2(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, elems int)
TEXT ·transposeIn4AVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ rowBytes+8(FP), R9
	MOVQ src+16(FP), DX
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $2, R8
	MULTIPLES

elements:
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $8, CX

block:
	VMOVUPS EVENT0, Y0
	VMOVUPS EVENT1, Y1
	VMOVUPS EVENT2, Y2
	VMOVUPS EVENT3, Y3
	VMOVUPS EVENT4, Y4
	VMOVUPS EVENT5, Y5
	VMOVUPS EVENT6, Y6
	VMOVUPS EVENT7, Y7
	SWAP4x8
	MOVQ AX, R13
	VMOVUPS Y8, (R13)
	ADDQ R9, R13
	VMOVUPS Y9, (R13)
	ADDQ R9, R13
	VMOVUPS Y10, (R13)
	ADDQ R9, R13
	VMOVUPS Y11, (R13)
	ADDQ R9, R13
	VMOVUPS Y12, (R13)
	ADDQ R9, R13
	VMOVUPS Y13, (R13)
	ADDQ R9, R13
	VMOVUPS Y14, (R13)
	ADDQ R9, R13
	VMOVUPS Y15, (R13)
	LEAQ (SI)(R8*8), SI
	ADDQ $32, AX
	DECQ CX
	JNZ  block
	ADDQ $32, DX
	LEAQ (DI)(R9*8), DI
	SUBQ $8, BX
	CMPQ BX, $8
	JGE  elements
	VZEROUPPER
	RET

// func transposeOut4AVX2(dst, src unsafe.Pointer, rowBytes, elems int)
TEXT ·transposeOut4AVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DX
	MOVQ src+8(FP), DI
	MOVQ rowBytes+16(FP), R9
	MOVQ elems+24(FP), BX
	MOVQ BX, R8
	SHLQ $2, R8
	MULTIPLES

elements:
	MOVQ DX, SI
	MOVQ DI, AX
	MOVL $8, CX

block:
	MOVQ AX, R13
	VMOVUPS (R13), Y0
	ADDQ R9, R13
	VMOVUPS (R13), Y1
	ADDQ R9, R13
	VMOVUPS (R13), Y2
	ADDQ R9, R13
	VMOVUPS (R13), Y3
	ADDQ R9, R13
	VMOVUPS (R13), Y4
	ADDQ R9, R13
	VMOVUPS (R13), Y5
	ADDQ R9, R13
	VMOVUPS (R13), Y6
	ADDQ R9, R13
	VMOVUPS (R13), Y7
	SWAP4x8
	VMOVUPS Y8, EVENT0
	VMOVUPS Y9, EVENT1
	VMOVUPS Y10, EVENT2
	VMOVUPS Y11, EVENT3
	VMOVUPS Y12, EVENT4
	VMOVUPS Y13, EVENT5
	VMOVUPS Y14, EVENT6
	VMOVUPS Y15, EVENT7
	LEAQ (SI)(R8*8), SI
	ADDQ $32, AX
	DECQ CX
	JNZ  block
	ADDQ $32, DX
	LEAQ (DI)(R9*8), DI
	SUBQ $8, BX
	CMPQ BX, $8
	JGE  elements
	VZEROUPPER
	RET
