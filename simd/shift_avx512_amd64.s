//go:build !purego

#include "textflag.h"

// Shift registers under AVX-512. See shift.go for what the functions do.
//
// Registers:
//
//	DI registers of the word's lanes   SI their numbers
//	R9 the word's mask                 CX words left
//	X4 width

#define NEXT \
	ADDQ $512, DI; \
	ADDQ $256, SI; \
	ADDQ $8, R9; \
	DECQ CX

#define IN(g) \
	KMOVB     (g)(R9), K1; \
	VPMOVZXDQ (g*32)(SI), Z1; \
	VMOVDQU64 (g*64)(DI), Z0; \
	VPSLLQ    X4, Z0, Z0; \
	VPORQ     Z1, Z0, Z0; \
	VMOVDQU64 Z0, K1, (g*64)(DI)

// func shiftInAVX512(x *uint64, v *uint32, width int, mask *uint64, words int)
TEXT ·shiftInAVX512(SB), NOSPLIT, $0-40
	MOVQ  x+0(FP), DI
	MOVQ  v+8(FP), SI
	VMOVQ width+16(FP), X4
	MOVQ  mask+24(FP), R9
	MOVQ  words+32(FP), CX

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	IN(0)
	IN(1)
	IN(2)
	IN(3)
	IN(4)
	IN(5)
	IN(6)
	IN(7)

next:
	NEXT
	JMP word

done:
	VZEROUPPER
	RET

// Z5 has the width's low bits.
#define OUT(g) \
	KMOVB     (g)(R9), K1; \
	VMOVDQU64 (g*64)(DI), Z0; \
	VPANDQ    Z5, Z0, Z1; \
	VPSRLQ    X4, Z0, Z0; \
	VPMOVQD   Z1, Y1; \
	VMOVDQU32 Y1, K1, (g*32)(SI); \
	VMOVDQU64 Z0, K1, (g*64)(DI)

// func shiftOutAVX512(v *uint32, x *uint64, width int, mask *uint64, words int)
TEXT ·shiftOutAVX512(SB), NOSPLIT, $0-40
	MOVQ         v+0(FP), SI
	MOVQ         x+8(FP), DI
	VMOVQ        width+16(FP), X4
	MOVQ         mask+24(FP), R9
	MOVQ         words+32(FP), CX
	VPTERNLOGQ   $0xff, Z5, Z5, Z5
	VPSLLQ       X4, Z5, Z0
	VPANDNQ      Z5, Z0, Z5

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	OUT(0)
	OUT(1)
	OUT(2)
	OUT(3)
	OUT(4)
	OUT(5)
	OUT(6)
	OUT(7)

next:
	NEXT
	JMP word

done:
	VZEROUPPER
	RET

// Z5: of - 1. r: the lanes of 16 that are a multiple and not zero.
#define MULTIPLE(q, k) \
	VMOVDQU32  (q*64)(SI), Z0; \
	VPTESTNMD  Z5, Z0, k; \
	VPTESTMD   Z0, Z0, k, k

// func multipleLanesAVX512(dst *uint64, x *int32, of int, mask *uint64, words int) (found uint64)
TEXT ·multipleLanesAVX512(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	MOVQ         of+16(FP), AX
	MOVQ         mask+24(FP), R9
	MOVQ         words+32(FP), CX
	DECQ         AX
	VPBROADCASTD AX, Z5
	XORL         DX, DX

word:
	TESTQ CX, CX
	JZ    done
	MULTIPLE(0, K1)
	MULTIPLE(1, K2)
	MULTIPLE(2, K3)
	MULTIPLE(3, K4)
	KUNPCKWD K1, K2, K1
	KUNPCKWD K3, K4, K3
	KUNPCKDQ K1, K3, K1
	KMOVQ    K1, R11
	ANDQ     (R9), R11
	MOVQ     R11, (DI)
	ORQ      R11, DX
	ADDQ     $8, DI
	ADDQ     $256, SI
	ADDQ     $8, R9
	DECQ     CX
	JMP      word

done:
	MOVQ DX, found+40(FP)
	VZEROUPPER
	RET
