//go:build !purego

#include "textflag.h"

// Clusters under AVX2. See clusters.go for what the functions do, and
// clusters_avx512_amd64.s for how: here four lanes are done together, and lines
// of eight numbers as two halves.
//
// Registers:
//
//	DI lines of the four lanes   SI their indices
//	BX bytes from the start of a variable's numbers to those of the lanes
//	AX what is left of the word's mask   R11 groups of four left in the word
//	CX the shift: the binary logarithm of a row's length
//	DX bytes of four lines   R9 the word of the mask
//	R8 the clusterArgs   R12 the number of variables   R13 words left
//	R10, R15 scratch
//	Y15 below, then bits 0 to 3   Y14 the last row

DATA clusterBits<>+0(SB)/8, $1
DATA clusterBits<>+8(SB)/8, $2
DATA clusterBits<>+16(SB)/8, $4
DATA clusterBits<>+24(SB)/8, $8
GLOBL clusterBits<>(SB), RODATA|NOPTR, $32

#define PROLOGUE \
	MOVQ  a+0(FP), R8; \
	MOVQ  from+8(FP), BX; \
	MOVQ  0(R8), DI; \
	MOVQ  24(R8), SI; \
	MOVQ  40(R8), R9; \
	MOVQ  48(R8), R13; \
	MOVQ  56(R8), R12; \
	MOVQ  64(R8), DX; \
	BSFQ  DX, CX; \
	ADDQ  $9, CX; \
	SHLQ  $5, DX; \
	VPBROADCASTD 32(R8), Y13; \
	VPBROADCASTD 16(R8), Y14; \
	VMOVDQU clusterBits<>(SB), Y15; \
	MOVQ  32(R8), R10; \
	SHLQ  CX, R10; \
	SUBQ  R10, DI; \
	MOVQ  8(R8), R10; \
	IMULQ BX, R10; \
	ADDQ  R10, DI; \
	SUBQ  BX, R13; \
	LEAQ  (R9)(BX*8), R9; \
	SHLQ  $8, BX; \
	ADDQ  BX, SI; \
	ADDQ  BX, BX

#define EPILOGUE \
	MOVQ 48(R8), R10; \
	SUBQ from+8(FP), R10; \
	SUBQ R13, R10; \
	MOVQ R10, done+16(FP); \
	VZEROUPPER

// The next four lanes; zero after the last of a word.
#define NEXTGROUP \
	ADDQ DX, DI; \
	ADDQ $16, SI; \
	ADDQ $32, BX; \
	SHRQ $4, AX; \
	DECQ R11

// From the end of a word to the next.
#define NEXTWORD \
	MOVQ DX, R10; \
	SHLQ $4, R10; \
	SUBQ R10, DI; \
	ADDQ 8(R8), DI; \
	ADDQ $8, R9; \
	DECQ R13

// From the start of a word to the next.
#define SKIPWORD \
	ADDQ 8(R8), DI; \
	ADDQ $256, SI; \
	ADDQ $512, BX; \
	ADDQ $8, R9; \
	DECQ R13

// Y0 keeps the lanes that are in range in all of the groups so far.
#define INSIDE(g) \
	VMOVDQU  (g*32)(SI), Y1; \
	VPSUBD   Y13, Y1, Y1; \
	VPMINUD  Y14, Y1, Y2; \
	VPCMPEQD Y1, Y2, Y1; \
	VPAND    Y1, Y0, Y0

// Not zero if a lane of the word is out of range, in the mask or not.
#define ANYOUTSIDE \
	VPCMPEQD  Y0, Y0, Y0; \
	INSIDE(0); \
	INSIDE(1); \
	INSIDE(2); \
	INSIDE(3); \
	INSIDE(4); \
	INSIDE(5); \
	INSIDE(6); \
	INSIDE(7); \
	VPMOVMSKB Y0, R10; \
	NOTL      R10; \
	TESTL     R10, R10

// A variable's numbers of the four lanes.
#define READ(k, y) \
	MOVQ    (72+8*k)(R8), R10; \
	VMOVUPD (R10)(BX*1), y

// Y12: the lanes in the mask.
#define WRITE(k, y) \
	MOVQ      (72+8*k)(R8), R10; \
	VMOVUPD   (R10)(BX*1), Y11; \
	VBLENDVPD Y12, y, Y11, Y11; \
	VMOVUPD   Y11, (R10)(BX*1)

// Y0 to Y3 become their transposition.
#define TRANSPOSE4 \
	VUNPCKLPD  Y1, Y0, Y4; \
	VUNPCKHPD  Y1, Y0, Y5; \
	VUNPCKLPD  Y3, Y2, Y6; \
	VUNPCKHPD  Y3, Y2, Y7; \
	VPERM2F128 $0x20, Y6, Y4, Y0; \
	VPERM2F128 $0x20, Y7, Y5, Y1; \
	VPERM2F128 $0x31, Y6, Y4, Y2; \
	VPERM2F128 $0x31, Y7, Y5, Y3

// R10: the line of lane i.
#define LINE(i) \
	MOVL  (4*i)(SI), R10; \
	SHLQ  CX, R10; \
	ADDQ  DI, R10

// Half h of the lines. R15 is the distance of lines.
#define PUTHALF(h) \
	LINE(0); \
	VMOVUPD Y0, (32*h)(R10); \
	LINE(1); \
	VMOVUPD Y1, (32*h)(R10)(R15*1); \
	LINE(2); \
	VMOVUPD Y2, (32*h)(R10)(R15*2); \
	LINE(3); \
	LEAQ    (R10)(R15*2), R10; \
	VMOVUPD Y3, (32*h)(R10)(R15*1)

#define GETHALF(h) \
	LINE(0); \
	VMOVUPD (32*h)(R10), Y0; \
	LINE(1); \
	VMOVUPD (32*h)(R10)(R15*1), Y1; \
	LINE(2); \
	VMOVUPD (32*h)(R10)(R15*2), Y2; \
	LINE(3); \
	LEAQ    (R10)(R15*2), R10; \
	VMOVUPD (32*h)(R10)(R15*1), Y3

// func storeClustersAVX2(a *clusterArgs, from int) (done int)
TEXT ·storeClustersAVX2(SB), NOSPLIT, $0-24
	PROLOGUE
	MOVQ DX, R15
	SHRQ $2, R15

word:
	TESTQ R13, R13
	JZ    done
	MOVQ  (R9), AX
	TESTQ AX, AX
	JZ    skip
	ANYOUTSIDE
	JNZ   done
	MOVL  $16, R11

group:
	TESTB $15, AX
	JZ    next
	READ(0, Y0)
	READ(1, Y1)
	READ(2, Y2)
	READ(3, Y3)
	TRANSPOSE4
	PUTHALF(0)
	CMPQ  R12, $4
	JLE   next
	READ(4, Y0)
	READ(5, Y1)
	READ(6, Y2)
	READ(7, Y3)
	TRANSPOSE4
	PUTHALF(1)

next:
	NEXTGROUP
	JNZ group
	NEXTWORD
	JMP word

skip:
	SKIPWORD
	JMP word

done:
	EPILOGUE
	RET

// func loadClustersAVX2(a *clusterArgs, from int) (done int)
TEXT ·loadClustersAVX2(SB), NOSPLIT, $0-24
	PROLOGUE
	MOVQ DX, R15
	SHRQ $2, R15

word:
	TESTQ R13, R13
	JZ    done
	MOVQ  (R9), AX
	TESTQ AX, AX
	JZ    skip
	ANYOUTSIDE
	JNZ   done
	MOVL  $16, R11

group:
	TESTB $15, AX
	JZ    next
	VMOVQ AX, X12
	VPBROADCASTQ X12, Y12
	VPAND Y15, Y12, Y12
	VPCMPEQQ Y15, Y12, Y12
	GETHALF(0)
	TRANSPOSE4
	WRITE(0, Y0)
	WRITE(1, Y1)
	CMPQ  R12, $3
	JLT   next
	WRITE(2, Y2)
	CMPQ  R12, $4
	JLT   next
	WRITE(3, Y3)
	CMPQ  R12, $5
	JLT   next
	GETHALF(1)
	TRANSPOSE4
	WRITE(4, Y0)
	CMPQ  R12, $6
	JLT   next
	WRITE(5, Y1)
	CMPQ  R12, $7
	JLT   next
	WRITE(6, Y2)
	CMPQ  R12, $8
	JLT   next
	WRITE(7, Y3)

next:
	NEXTGROUP
	JNZ group
	NEXTWORD
	JMP word

skip:
	SKIPWORD
	JMP word

done:
	EPILOGUE
	RET
