//go:build !purego

#include "textflag.h"

// Clusters under AVX-512. See clusters.go for what the functions do.
//
// Eight lanes are done together, in the mask or not: neither junk in a free
// place nor a number that is masked away does harm. The functions end at a word
// that has a lane whose index is out of range.
//
// Registers:
//
//	DI lines of the eight lanes   SI their indices   R9 their byte of the mask
//	BX bytes from the start of a variable's numbers to those of the lanes
//	AX what is left of the word's mask   R11 groups of eight left in the word
//	CX words left   R8 the clusterArgs   R12 the number of variables
//	R10 scratch
//	Z28 below   Z30 the last row   Z26, Z27 permutations
//
// Row 0 of a word is where its index is zero: DI is below rows before that.
//
// Offsets in clusterArgs:
//
//	0 Base  8 WordBytes  16 Last  24 index  32 below  40 mask  48 words
//	56 members  64 slots  72 bufs

// shift is the binary logarithm of a row's length.
#define PROLOGUE(shift) \
	MOVQ  a+0(FP), R8; \
	MOVQ  from+8(FP), BX; \
	MOVQ  0(R8), DI; \
	MOVQ  24(R8), SI; \
	MOVQ  40(R8), R9; \
	MOVQ  48(R8), CX; \
	MOVQ  56(R8), R12; \
	VPBROADCASTD 32(R8), Z28; \
	VPBROADCASTD 16(R8), Z30; \
	MOVQ  32(R8), R10; \
	SHLQ  $shift, R10; \
	SUBQ  R10, DI; \
	MOVQ  8(R8), R10; \
	IMULQ BX, R10; \
	ADDQ  R10, DI; \
	SUBQ  BX, CX; \
	LEAQ  (R9)(BX*8), R9; \
	SHLQ  $8, BX; \
	ADDQ  BX, SI; \
	ADDQ  BX, BX

#define EPILOGUE \
	MOVQ 48(R8), R10; \
	SUBQ from+8(FP), R10; \
	SUBQ CX, R10; \
	MOVQ R10, done+16(FP); \
	VZEROUPPER

// The next eight lanes; zero after the last of a word.
#define NEXTGROUP(shift) \
	ADDQ $(1<<(shift-3)), DI; \
	ADDQ $32, SI; \
	ADDQ $64, BX; \
	INCQ R9; \
	SHRQ $8, AX; \
	DECQ R11

// From the end of a word to the next.
#define NEXTWORD(shift) \
	ADDQ 8(R8), DI; \
	SUBQ $(1<<shift), DI; \
	DECQ CX

// From the start of a word to the next.
#define SKIPWORD \
	ADDQ 8(R8), DI; \
	ADDQ $256, SI; \
	ADDQ $512, BX; \
	ADDQ $8, R9; \
	DECQ CX

// k: the lanes 16q to 16q+15 whose index is out of range.
#define OUTSIDE(q, k) \
	VMOVDQU32 (q*64)(SI), Z0; \
	VPSUBD    Z28, Z0, Z0; \
	VPCMPUD   $6, Z30, Z0, k

// Not zero if a lane of the word is out of range, in the mask or not.
#define ANYOUTSIDE \
	OUTSIDE(0, K1); \
	OUTSIDE(1, K2); \
	OUTSIDE(2, K3); \
	OUTSIDE(3, K4); \
	KORW     K1, K2, K1; \
	KORW     K3, K4, K3; \
	KORTESTW K1, K3

// A variable's numbers of the eight lanes.
#define READ(k, z) \
	MOVQ      (72+8*k)(R8), R10; \
	VMOVUPD   (R10)(BX*1), z

#define WRITE(k, z) \
	MOVQ      (72+8*k)(R8), R10; \
	VMOVUPD   z, K1, (R10)(BX*1)

// R10: where lane i's line lies from DI, less 64i or 32i.
#define LINE(shift, i) \
	MOVL (4*i)(SI), R10; \
	SHLQ $shift, R10

#define PUT8(i, z) LINE(12, i); VMOVUPD z, (64*i)(DI)(R10*1)
#define GET8(i, z) LINE(12, i); VMOVUPD (64*i)(DI)(R10*1), z

// Z8 to Z15 become the transposition of Z0 to Z7: pairs of numbers, then pairs
// of pairs, then halves.
#define TRANSPOSE8 \
	VUNPCKLPD Z1, Z0, Z8; \
	VUNPCKHPD Z1, Z0, Z9; \
	VUNPCKLPD Z3, Z2, Z10; \
	VUNPCKHPD Z3, Z2, Z11; \
	VUNPCKLPD Z5, Z4, Z12; \
	VUNPCKHPD Z5, Z4, Z13; \
	VUNPCKLPD Z7, Z6, Z14; \
	VUNPCKHPD Z7, Z6, Z15; \
	VSHUFF64X2 $0x88, Z10, Z8, Z0; \
	VSHUFF64X2 $0x88, Z11, Z9, Z1; \
	VSHUFF64X2 $0xdd, Z10, Z8, Z2; \
	VSHUFF64X2 $0xdd, Z11, Z9, Z3; \
	VSHUFF64X2 $0x88, Z14, Z12, Z4; \
	VSHUFF64X2 $0x88, Z15, Z13, Z5; \
	VSHUFF64X2 $0xdd, Z14, Z12, Z6; \
	VSHUFF64X2 $0xdd, Z15, Z13, Z7; \
	VSHUFF64X2 $0x88, Z4, Z0, Z8; \
	VSHUFF64X2 $0x88, Z5, Z1, Z9; \
	VSHUFF64X2 $0x88, Z6, Z2, Z10; \
	VSHUFF64X2 $0x88, Z7, Z3, Z11; \
	VSHUFF64X2 $0xdd, Z4, Z0, Z12; \
	VSHUFF64X2 $0xdd, Z5, Z1, Z13; \
	VSHUFF64X2 $0xdd, Z6, Z2, Z14; \
	VSHUFF64X2 $0xdd, Z7, Z3, Z15

// func storeClusters8AVX512(a *clusterArgs, from int) (done int)
TEXT ·storeClusters8AVX512(SB), NOSPLIT, $0-24
	PROLOGUE(12)

word:
	TESTQ CX, CX
	JZ    done
	MOVQ  (R9), AX
	TESTQ AX, AX
	JZ    skip
	ANYOUTSIDE
	JNZ   done
	MOVL  $8, R11

group:
	TESTB AX, AX
	JZ    next
	READ(0, Z0)
	READ(1, Z1)
	READ(2, Z2)
	READ(3, Z3)
	READ(4, Z4)
	READ(5, Z5)
	READ(6, Z6)
	READ(7, Z7)
	TRANSPOSE8
	PUT8(0, Z8)
	PUT8(1, Z9)
	PUT8(2, Z10)
	PUT8(3, Z11)
	PUT8(4, Z12)
	PUT8(5, Z13)
	PUT8(6, Z14)
	PUT8(7, Z15)

next:
	NEXTGROUP(12)
	JNZ group
	NEXTWORD(12)
	JMP word

skip:
	SKIPWORD
	JMP word

done:
	EPILOGUE
	RET

// func loadClusters8AVX512(a *clusterArgs, from int) (done int)
TEXT ·loadClusters8AVX512(SB), NOSPLIT, $0-24
	PROLOGUE(12)

word:
	TESTQ CX, CX
	JZ    done
	MOVQ  (R9), AX
	TESTQ AX, AX
	JZ    skip
	ANYOUTSIDE
	JNZ   done
	MOVL  $8, R11

group:
	TESTB AX, AX
	JZ    next
	GET8(0, Z0)
	GET8(1, Z1)
	GET8(2, Z2)
	GET8(3, Z3)
	GET8(4, Z4)
	GET8(5, Z5)
	GET8(6, Z6)
	GET8(7, Z7)
	TRANSPOSE8
	KMOVB (R9), K1
	WRITE(0, Z8)
	WRITE(1, Z9)
	WRITE(2, Z10)
	WRITE(3, Z11)
	CMPQ  R12, $5
	JLT   next
	WRITE(4, Z12)
	CMPQ  R12, $6
	JLT   next
	WRITE(5, Z13)
	CMPQ  R12, $7
	JLT   next
	WRITE(6, Z14)
	CMPQ  R12, $8
	JLT   next
	WRITE(7, Z15)

next:
	NEXTGROUP(12)
	JNZ group
	NEXTWORD(12)
	JMP word

skip:
	SKIPWORD
	JMP word

done:
	EPILOGUE
	RET

// Lines of four: lanes i and i+2 are the halves of a register.

DATA clusterJoinLow<>+0(SB)/8, $0
DATA clusterJoinLow<>+8(SB)/8, $1
DATA clusterJoinLow<>+16(SB)/8, $8
DATA clusterJoinLow<>+24(SB)/8, $9
DATA clusterJoinLow<>+32(SB)/8, $2
DATA clusterJoinLow<>+40(SB)/8, $3
DATA clusterJoinLow<>+48(SB)/8, $10
DATA clusterJoinLow<>+56(SB)/8, $11
GLOBL clusterJoinLow<>(SB), RODATA|NOPTR, $64

DATA clusterJoinHigh<>+0(SB)/8, $4
DATA clusterJoinHigh<>+8(SB)/8, $5
DATA clusterJoinHigh<>+16(SB)/8, $12
DATA clusterJoinHigh<>+24(SB)/8, $13
DATA clusterJoinHigh<>+32(SB)/8, $6
DATA clusterJoinHigh<>+40(SB)/8, $7
DATA clusterJoinHigh<>+48(SB)/8, $14
DATA clusterJoinHigh<>+56(SB)/8, $15
GLOBL clusterJoinHigh<>(SB), RODATA|NOPTR, $64

DATA clusterSplitFirst<>+0(SB)/8, $0
DATA clusterSplitFirst<>+8(SB)/8, $1
DATA clusterSplitFirst<>+16(SB)/8, $4
DATA clusterSplitFirst<>+24(SB)/8, $5
DATA clusterSplitFirst<>+32(SB)/8, $8
DATA clusterSplitFirst<>+40(SB)/8, $9
DATA clusterSplitFirst<>+48(SB)/8, $12
DATA clusterSplitFirst<>+56(SB)/8, $13
GLOBL clusterSplitFirst<>(SB), RODATA|NOPTR, $64

DATA clusterSplitLast<>+0(SB)/8, $2
DATA clusterSplitLast<>+8(SB)/8, $3
DATA clusterSplitLast<>+16(SB)/8, $6
DATA clusterSplitLast<>+24(SB)/8, $7
DATA clusterSplitLast<>+32(SB)/8, $10
DATA clusterSplitLast<>+40(SB)/8, $11
DATA clusterSplitLast<>+48(SB)/8, $14
DATA clusterSplitLast<>+56(SB)/8, $15
GLOBL clusterSplitLast<>(SB), RODATA|NOPTR, $64

#define PUT4(i, z, y) \
	LINE(11, i); \
	VMOVUPD y, (32*i)(DI)(R10*1); \
	LINE(11, (i+2)); \
	VEXTRACTF64X4 $1, z, (32*i+64)(DI)(R10*1)

#define GET4(i, z, y) \
	LINE(11, i); \
	VMOVUPD (32*i)(DI)(R10*1), y; \
	LINE(11, (i+2)); \
	VINSERTF64X4 $1, (32*i+64)(DI)(R10*1), z, z

// func storeClusters4AVX512(a *clusterArgs, from int) (done int)
TEXT ·storeClusters4AVX512(SB), NOSPLIT, $0-24
	PROLOGUE(11)
	VMOVDQU64 clusterJoinLow<>(SB), Z26
	VMOVDQU64 clusterJoinHigh<>(SB), Z27

word:
	TESTQ CX, CX
	JZ    done
	MOVQ  (R9), AX
	TESTQ AX, AX
	JZ    skip
	ANYOUTSIDE
	JNZ   done
	MOVL  $8, R11

group:
	TESTB AX, AX
	JZ    next
	READ(0, Z0)
	READ(1, Z1)
	READ(2, Z2)
	READ(3, Z3)
	VUNPCKLPD Z1, Z0, Z8
	VUNPCKHPD Z1, Z0, Z9
	VUNPCKLPD Z3, Z2, Z10
	VUNPCKHPD Z3, Z2, Z11
	VMOVAPD   Z8, Z12
	VMOVAPD   Z9, Z13
	VPERMT2PD Z10, Z26, Z8
	VPERMT2PD Z11, Z26, Z9
	VPERMT2PD Z10, Z27, Z12
	VPERMT2PD Z11, Z27, Z13
	PUT4(0, Z8, Y8)
	PUT4(1, Z9, Y9)
	PUT4(4, Z12, Y12)
	PUT4(5, Z13, Y13)

next:
	NEXTGROUP(11)
	JNZ group
	NEXTWORD(11)
	JMP word

skip:
	SKIPWORD
	JMP word

done:
	EPILOGUE
	RET

// func loadClusters4AVX512(a *clusterArgs, from int) (done int)
TEXT ·loadClusters4AVX512(SB), NOSPLIT, $0-24
	PROLOGUE(11)
	VMOVDQU64 clusterSplitFirst<>(SB), Z26
	VMOVDQU64 clusterSplitLast<>(SB), Z27

word:
	TESTQ CX, CX
	JZ    done
	MOVQ  (R9), AX
	TESTQ AX, AX
	JZ    skip
	ANYOUTSIDE
	JNZ   done
	MOVL  $8, R11

group:
	TESTB AX, AX
	JZ    next
	GET4(0, Z0, Y0)
	GET4(1, Z1, Y1)
	GET4(4, Z2, Y2)
	GET4(5, Z3, Y3)
	VMOVAPD   Z0, Z8
	VMOVAPD   Z1, Z9
	VPERMT2PD Z2, Z26, Z0
	VPERMT2PD Z3, Z26, Z1
	VPERMT2PD Z2, Z27, Z8
	VPERMT2PD Z3, Z27, Z9
	KMOVB     (R9), K1
	VUNPCKLPD Z1, Z0, Z10
	VUNPCKHPD Z1, Z0, Z11
	WRITE(0, Z10)
	WRITE(1, Z11)
	CMPQ      R12, $3
	JLT       next
	VUNPCKLPD Z9, Z8, Z12
	WRITE(2, Z12)
	CMPQ      R12, $4
	JLT       next
	VUNPCKHPD Z9, Z8, Z13
	WRITE(3, Z13)

next:
	NEXTGROUP(11)
	JNZ group
	NEXTWORD(11)
	JMP word

skip:
	SKIPWORD
	JMP word

done:
	EPILOGUE
	RET
