//go:build !purego

#include "textflag.h"

// Shift registers under AVX2. See shift.go for what the functions do, and
// shift_avx512_amd64.s for the registers.

DATA shiftBits8<>+0(SB)/8, $1
DATA shiftBits8<>+8(SB)/8, $2
DATA shiftBits8<>+16(SB)/8, $4
DATA shiftBits8<>+24(SB)/8, $8
DATA shiftBits8<>+32(SB)/8, $16
DATA shiftBits8<>+40(SB)/8, $32
DATA shiftBits8<>+48(SB)/8, $64
DATA shiftBits8<>+56(SB)/8, $128
GLOBL shiftBits8<>(SB), RODATA|NOPTR, $64

// The even numbers of 4 bytes of a vector.
DATA shiftEven<>+0(SB)/8, $0x0000000200000000
DATA shiftEven<>+8(SB)/8, $0x0000000600000004
GLOBL shiftEven<>(SB), RODATA|NOPTR, $16

// Where packing 32 lanes to bytes leaves each four of them.
DATA shiftOrder<>+0(SB)/8, $0x0000000400000000
DATA shiftOrder<>+8(SB)/8, $0x0000000500000001
DATA shiftOrder<>+16(SB)/8, $0x0000000600000002
DATA shiftOrder<>+24(SB)/8, $0x0000000700000003
GLOBL shiftOrder<>(SB), RODATA|NOPTR, $32

#define NEXT \
	ADDQ $512, DI; \
	ADDQ $256, SI; \
	ADDQ $8, R9; \
	DECQ CX

// The vector mask of lanes 4g to 4g+3 in Y3; bits is Y11 for the low half of a
// byte of the mask and Y10 for the high half.
#define MASK(g, bits) \
	VPBROADCASTB (g/2)(R9), Y3; \
	VPAND        bits, Y3, Y3; \
	VPCMPEQQ     bits, Y3, Y3

#define IN(g, bits) \
	MASK(g, bits); \
	VPMOVZXDQ (g*16)(SI), Y1; \
	VMOVDQU   (g*32)(DI), Y0; \
	VPSLLQ    X4, Y0, Y2; \
	VPOR      Y1, Y2, Y2; \
	VPBLENDVB Y3, Y2, Y0, Y0; \
	VMOVDQU   Y0, (g*32)(DI)

// func shiftInAVX2(x *uint64, v *uint32, width int, mask *uint64, words int)
TEXT ·shiftInAVX2(SB), NOSPLIT, $0-40
	MOVQ    x+0(FP), DI
	MOVQ    v+8(FP), SI
	VMOVQ   width+16(FP), X4
	MOVQ    mask+24(FP), R9
	MOVQ    words+32(FP), CX
	VMOVDQU shiftBits8<>+0(SB), Y11
	VMOVDQU shiftBits8<>+32(SB), Y10

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	IN(0, Y11)
	IN(1, Y10)
	IN(2, Y11)
	IN(3, Y10)
	IN(4, Y11)
	IN(5, Y10)
	IN(6, Y11)
	IN(7, Y10)
	IN(8, Y11)
	IN(9, Y10)
	IN(10, Y11)
	IN(11, Y10)
	IN(12, Y11)
	IN(13, Y10)
	IN(14, Y11)
	IN(15, Y10)

next:
	NEXT
	JMP word

done:
	VZEROUPPER
	RET

// Y5 has the width's low bits, Y6 shiftEven.
#define OUT(g, bits) \
	MASK(g, bits); \
	VMOVDQU   (g*32)(DI), Y0; \
	VPAND     Y5, Y0, Y1; \
	VPERMD    Y1, Y6, Y1; \
	VPERMD    Y3, Y6, Y7; \
	VMOVDQU   (g*16)(SI), X2; \
	VPBLENDVB X7, X1, X2, X2; \
	VMOVDQU   X2, (g*16)(SI); \
	VPSRLQ    X4, Y0, Y2; \
	VPBLENDVB Y3, Y2, Y0, Y0; \
	VMOVDQU   Y0, (g*32)(DI)

// func shiftOutAVX2(v *uint32, x *uint64, width int, mask *uint64, words int)
TEXT ·shiftOutAVX2(SB), NOSPLIT, $0-40
	MOVQ     v+0(FP), SI
	MOVQ     x+8(FP), DI
	VMOVQ    width+16(FP), X4
	MOVQ     mask+24(FP), R9
	MOVQ     words+32(FP), CX
	VMOVDQU  shiftBits8<>+0(SB), Y11
	VMOVDQU  shiftBits8<>+32(SB), Y10
	VMOVDQU  shiftEven<>(SB), X6
	VPCMPEQQ Y5, Y5, Y5
	VPSLLQ   X4, Y5, Y0
	VPANDN   Y5, Y0, Y5

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	OUT(0, Y11)
	OUT(1, Y10)
	OUT(2, Y11)
	OUT(3, Y10)
	OUT(4, Y11)
	OUT(5, Y10)
	OUT(6, Y11)
	OUT(7, Y10)
	OUT(8, Y11)
	OUT(9, Y10)
	OUT(10, Y11)
	OUT(11, Y10)
	OUT(12, Y11)
	OUT(13, Y10)
	OUT(14, Y11)
	OUT(15, Y10)

next:
	NEXT
	JMP word

done:
	VZEROUPPER
	RET

// y: all ones in the lanes 8q to 8q+7 that are a multiple and not zero. Y5 is
// of - 1, Y6 zero.
#define MULTIPLE(at, y) \
	VMOVDQU  (at)(SI), Y7; \
	VPAND    Y5, Y7, y; \
	VPCMPEQD Y6, y, y; \
	VPCMPEQD Y6, Y7, Y7; \
	VPANDN   y, Y7, y

#define MULTIPLE32(at, r) \
	MULTIPLE((at), Y0); \
	MULTIPLE((at+32), Y1); \
	MULTIPLE((at+64), Y2); \
	MULTIPLE((at+96), Y3); \
	VPACKSSDW Y1, Y0, Y0; \
	VPACKSSDW Y3, Y2, Y2; \
	VPACKSSWB Y2, Y0, Y0; \
	VPERMD    Y0, Y10, Y0; \
	VPMOVMSKB Y0, r

// func multipleLanesAVX2(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64)
TEXT ·multipleLanesAVX2(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         of+16(FP), AX
	MOVQ         mask+24(FP), R9
	MOVQ         words+32(FP), CX
	DECQ         AX
	VMOVD        AX, X5
	VPBROADCASTD X5, Y5
	VPXOR        Y6, Y6, Y6
	VMOVDQU      shiftOrder<>(SB), Y10
	XORL         DX, DX

word:
	TESTQ CX, CX
	JZ    done
	MULTIPLE32(0, R11)
	MULTIPLE32(128, R10)
	SHLQ  $32, R10
	ORQ   R10, R11
	ANDQ  (R9), R11
	MOVQ  R11, (DI)
	ORQ   R11, DX
	ADDQ  $8, DI
	ADDQ  $256, SI
	ADDQ  $8, R9
	DECQ  CX
	JMP   word

done:
	MOVQ DX, found+40(FP)
	VZEROUPPER
	RET
