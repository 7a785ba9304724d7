//go:build !purego

#include "textflag.h"

// Rows under AVX-512. See rows.go for what the functions do.
//
// The lanes of a word of the mask are done together. If all that are in the
// mask have the same index, their row is moved by masked vectors. If not, every
// lane is moved by itself, in the mask or not: that takes no branches, and
// neither junk in a free place nor a value that is blended away does harm. It
// needs a row for every lane of the word, and does not pay for few: those are
// moved by themselves, and so are all if an index of the word is out of range.
//
// Scatter and gather instructions took a third longer than this where it was
// measured (Zen 5), also with few lanes in their masks.
//
// Registers:
//
//	DI rows of the word    SI its indices    DX its numbers in the buffer
//	R9 its mask            AX the mask       CX words left
//	R8 the rowArgs         R12 bytes from a word's numbers to the next
//	BX a lane              R10, R11, R13 scratch
//	Z28 below   Z30 the last row
//
// Row 0 of a word is where its index is zero: DI is below rows before that.
//
// Offsets in rowArgs:
//
//	0 Base  8 WordBytes  16 Last  24 index  32 below  40 buf  48 stride  56 mask  64 words

// With fewer lanes in the mask than FEW, or than MANY if their indices differ,
// only those are moved, four without a branch.
#define FEW $12
#define MANY $40

// shift is the binary logarithm of a row's length.
#define PROLOGUE(shift) \
	MOVQ a+0(FP), R8; \
	MOVQ 0(R8), DI; \
	MOVQ 24(R8), SI; \
	MOVQ 40(R8), DX; \
	MOVQ 56(R8), R9; \
	MOVQ 64(R8), CX; \
	VPBROADCASTD 32(R8), Z28; \
	VPBROADCASTD 16(R8), Z30; \
	MOVQ 32(R8), R10; \
	SHLQ shift, R10; \
	SUBQ R10, DI

#define NEXT(bytes) \
	ADDQ 8(R8), DI; \
	ADDQ $256, SI; \
	ADDQ bytes, DX; \
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

// Not zero if a lane of the mask has an index other than the first lane's. BX
// is that lane.
#define ANYDIFFERENT \
	TZCNTQ       AX, BX; \
	VPBROADCASTD (SI)(BX*4), Z4; \
	VPCMPD       $4, 0(SI), Z4, K1; \
	VPCMPD       $4, 64(SI), Z4, K2; \
	VPCMPD       $4, 128(SI), Z4, K3; \
	VPCMPD       $4, 192(SI), Z4, K4; \
	KUNPCKWD     K1, K2, K1; \
	KUNPCKWD     K3, K4, K3; \
	KUNPCKDQ     K1, K3, K1; \
	KMOVQ        K1, R11; \
	TESTQ        AX, R11

// R11: the index of lane BX; the carry flag is clear if it is out of range.
#define INDEX \
	MOVLQSX (SI)(BX*4), R11; \
	MOVQ    R11, R10; \
	SUBQ    32(R8), R10; \
	CMPQ    R10, R13

// R11: the row of the first lane, BX.
#define FIRSTROW(shift) \
	MOVLQSX (SI)(BX*4), R11; \
	SHLQ    shift, R11; \
	ADDQ    DI, R11

// The next lane of the mask, BX, or the same again after the last one; and R11,
// its place: 64 times its index and itself.
#define NEXTLANE \
	TZCNTQ  AX, R10; \
	CMOVQCC R10, BX; \
	BLSRQ   AX, AX; \
	MOVL    (SI)(BX*4), R11; \
	SHLQ    $6, R11; \
	ADDQ    BX, R11

#define STORE8 NEXTLANE; MOVQ (DX)(BX*8), R10; MOVQ R10, (DI)(R11*8)
#define STORE4 NEXTLANE; MOVL (DX)(BX*4), R10; MOVL R10, (DI)(R11*4)
#define LOAD8 NEXTLANE; MOVQ (DI)(R11*8), R10; MOVQ R10, (DX)(BX*8)
#define LOAD4 NEXTLANE; MOVL (DI)(R11*4), R10; MOVL R10, (DX)(BX*4)

#define PUT8(i) MOVL (i*4)(SI), R11; SHLQ $9, R11; MOVQ (i*8)(DX), R10; MOVQ R10, (i*8)(DI)(R11*1)
#define PUT8x8(i) PUT8((i+0)); PUT8((i+1)); PUT8((i+2)); PUT8((i+3)); PUT8((i+4)); PUT8((i+5)); PUT8((i+6)); PUT8((i+7))

#define PUT4(i) MOVL (i*4)(SI), R11; SHLQ $8, R11; MOVL (i*4)(DX), R10; MOVL R10, (i*4)(DI)(R11*1)
#define PUT4x8(i) PUT4((i+0)); PUT4((i+1)); PUT4((i+2)); PUT4((i+3)); PUT4((i+4)); PUT4((i+5)); PUT4((i+6)); PUT4((i+7))

// Lanes i to i+7, gathered in Z0 and moved under a mask.
#define GET8x2(i, x) \
	MOVL    (i*4)(SI), R10; \
	MOVL    (i*4+4)(SI), R11; \
	SHLQ    $9, R10; \
	SHLQ    $9, R11; \
	VMOVQ   (i*8)(DI)(R10*1), x; \
	VMOVHPS (i*8+8)(DI)(R11*1), x, x

#define GET8x8(i) \
	GET8x2((i+0), X0); \
	GET8x2((i+2), X1); \
	GET8x2((i+4), X2); \
	GET8x2((i+6), X3); \
	VINSERTI128  $1, X1, Y0, Y0; \
	VINSERTI128  $1, X3, Y2, Y2; \
	VINSERTI64X4 $1, Y2, Z0, Z0; \
	KMOVB        (i/8)(R9), K1; \
	VMOVDQU64    Z0, K1, (i*8)(DX)

// Lanes i to i+15 likewise.
#define GET4x4(i, x) \
	MOVL    (i*4)(SI), R10; \
	MOVL    (i*4+4)(SI), R11; \
	SHLQ    $8, R10; \
	SHLQ    $8, R11; \
	VMOVD   (i*4)(DI)(R10*1), x; \
	VPINSRD $1, (i*4+4)(DI)(R11*1), x, x; \
	MOVL    (i*4+8)(SI), R10; \
	MOVL    (i*4+12)(SI), R11; \
	SHLQ    $8, R10; \
	SHLQ    $8, R11; \
	VPINSRD $2, (i*4+8)(DI)(R10*1), x, x; \
	VPINSRD $3, (i*4+12)(DI)(R11*1), x, x

#define GET4x16(i) \
	GET4x4((i+0), X0); \
	GET4x4((i+4), X1); \
	GET4x4((i+8), X2); \
	GET4x4((i+12), X3); \
	VINSERTI128  $1, X1, Y0, Y0; \
	VINSERTI128  $1, X3, Y2, Y2; \
	VINSERTI64X4 $1, Y2, Z0, Z0; \
	KMOVW        (i/8)(R9), K1; \
	VMOVDQU32    Z0, K1, (i*4)(DX)

// func storeRows8AVX512(a *rowArgs)
TEXT ·storeRows8AVX512(SB), 0, $512-8
	PROLOGUE($9)
	MOVQ $512, R12
	CMPQ 48(R8), $0
	JNE  word

	// A uniform is spread out over a word of lanes.
	VPBROADCASTQ (DX), Z0
	VMOVDQU64 Z0, 0(SP)
	VMOVDQU64 Z0, 64(SP)
	VMOVDQU64 Z0, 128(SP)
	VMOVDQU64 Z0, 192(SP)
	VMOVDQU64 Z0, 256(SP)
	VMOVDQU64 Z0, 320(SP)
	VMOVDQU64 Z0, 384(SP)
	VMOVDQU64 Z0, 448(SP)
	MOVQ SP, DX
	XORL R12, R12

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), AX
	TESTQ   AX, AX
	JZ      next
	ANYOUTSIDE
	JNZ     outside
	POPCNTQ AX, BX
	CMPQ    BX, FEW
	JB      few
	ANYDIFFERENT
	JZ      equal
	POPCNTQ AX, BX
	CMPQ    BX, MANY
	JB      few
	TESTW $0xffff, AX
	JZ quarter1
	PUT8x8(0)
	PUT8x8(8)

quarter1:
	MOVQ AX, R10
	SHRQ $16, R10
	TESTW $0xffff, R10
	JZ quarter2
	PUT8x8(16)
	PUT8x8(24)

quarter2:
	MOVQ AX, R10
	SHRQ $32, R10
	TESTW $0xffff, R10
	JZ quarter3
	PUT8x8(32)
	PUT8x8(40)

quarter3:
	MOVQ AX, R10
	SHRQ $48, R10
	TESTW $0xffff, R10
	JZ next
	PUT8x8(48)
	PUT8x8(56)

next:
	NEXT(R12)
	JMP word

equal:
	FIRSTROW($9)
	KMOVB 0(R9), K1
	VMOVDQU64 0(DX), Z0
	VMOVDQU64 Z0, K1, 0(R11)
	KMOVB 1(R9), K1
	VMOVDQU64 64(DX), Z0
	VMOVDQU64 Z0, K1, 64(R11)
	KMOVB 2(R9), K1
	VMOVDQU64 128(DX), Z0
	VMOVDQU64 Z0, K1, 128(R11)
	KMOVB 3(R9), K1
	VMOVDQU64 192(DX), Z0
	VMOVDQU64 Z0, K1, 192(R11)
	KMOVB 4(R9), K1
	VMOVDQU64 256(DX), Z0
	VMOVDQU64 Z0, K1, 256(R11)
	KMOVB 5(R9), K1
	VMOVDQU64 320(DX), Z0
	VMOVDQU64 Z0, K1, 320(R11)
	KMOVB 6(R9), K1
	VMOVDQU64 384(DX), Z0
	VMOVDQU64 Z0, K1, 384(R11)
	KMOVB 7(R9), K1
	VMOVDQU64 448(DX), Z0
	VMOVDQU64 Z0, K1, 448(R11)
	JMP next

few:
	STORE8
	STORE8
	STORE8
	STORE8
	TESTQ AX, AX
	JNZ   few
	JMP   next

outside:
	MOVQ 16(R8), R13
	INCQ R13

lane:
	TZCNTQ AX, BX
	INDEX
	JCC    skip
	SHLQ   $9, R11
	ADDQ   DI, R11
	MOVQ   (DX)(BX*8), R10
	MOVQ   R10, (R11)(BX*8)

skip:
	BLSRQ AX, AX
	JNZ   lane
	JMP   next

done:
	VZEROUPPER
	RET

// func storeRows4AVX512(a *rowArgs)
TEXT ·storeRows4AVX512(SB), 0, $256-8
	PROLOGUE($8)
	MOVQ $256, R12
	CMPQ 48(R8), $0
	JNE  word

	// A uniform is spread out over a word of lanes.
	VPBROADCASTD (DX), Z0
	VMOVDQU64 Z0, 0(SP)
	VMOVDQU64 Z0, 64(SP)
	VMOVDQU64 Z0, 128(SP)
	VMOVDQU64 Z0, 192(SP)
	MOVQ SP, DX
	XORL R12, R12

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), AX
	TESTQ   AX, AX
	JZ      next
	ANYOUTSIDE
	JNZ     outside
	POPCNTQ AX, BX
	CMPQ    BX, FEW
	JB      few
	ANYDIFFERENT
	JZ      equal
	POPCNTQ AX, BX
	CMPQ    BX, MANY
	JB      few
	TESTW $0xffff, AX
	JZ quarter1
	PUT4x8(0)
	PUT4x8(8)

quarter1:
	MOVQ AX, R10
	SHRQ $16, R10
	TESTW $0xffff, R10
	JZ quarter2
	PUT4x8(16)
	PUT4x8(24)

quarter2:
	MOVQ AX, R10
	SHRQ $32, R10
	TESTW $0xffff, R10
	JZ quarter3
	PUT4x8(32)
	PUT4x8(40)

quarter3:
	MOVQ AX, R10
	SHRQ $48, R10
	TESTW $0xffff, R10
	JZ next
	PUT4x8(48)
	PUT4x8(56)

next:
	NEXT(R12)
	JMP word

equal:
	FIRSTROW($8)
	KMOVW 0(R9), K1
	VMOVDQU64 0(DX), Z0
	VMOVDQU32 Z0, K1, 0(R11)
	KMOVW 2(R9), K1
	VMOVDQU64 64(DX), Z0
	VMOVDQU32 Z0, K1, 64(R11)
	KMOVW 4(R9), K1
	VMOVDQU64 128(DX), Z0
	VMOVDQU32 Z0, K1, 128(R11)
	KMOVW 6(R9), K1
	VMOVDQU64 192(DX), Z0
	VMOVDQU32 Z0, K1, 192(R11)
	JMP next

few:
	STORE4
	STORE4
	STORE4
	STORE4
	TESTQ AX, AX
	JNZ   few
	JMP   next

outside:
	MOVQ 16(R8), R13
	INCQ R13

lane:
	TZCNTQ AX, BX
	INDEX
	JCC    skip
	SHLQ   $8, R11
	ADDQ   DI, R11
	MOVL   (DX)(BX*4), R10
	MOVL   R10, (R11)(BX*4)

skip:
	BLSRQ AX, AX
	JNZ   lane
	JMP   next

done:
	VZEROUPPER
	RET

// func loadRows8AVX512(a *rowArgs)
TEXT ·loadRows8AVX512(SB), NOSPLIT, $0-8
	PROLOGUE($9)

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), AX
	TESTQ   AX, AX
	JZ      next
	ANYOUTSIDE
	JNZ     outside
	POPCNTQ AX, BX
	CMPQ    BX, FEW
	JB      few
	ANYDIFFERENT
	JZ      equal
	POPCNTQ AX, BX
	CMPQ    BX, MANY
	JB      few
	TESTW $0xffff, AX
	JZ quarter1
	GET8x8(0)
	GET8x8(8)

quarter1:
	MOVQ AX, R10
	SHRQ $16, R10
	TESTW $0xffff, R10
	JZ quarter2
	GET8x8(16)
	GET8x8(24)

quarter2:
	MOVQ AX, R10
	SHRQ $32, R10
	TESTW $0xffff, R10
	JZ quarter3
	GET8x8(32)
	GET8x8(40)

quarter3:
	MOVQ AX, R10
	SHRQ $48, R10
	TESTW $0xffff, R10
	JZ next
	GET8x8(48)
	GET8x8(56)

next:
	NEXT($512)
	JMP word

equal:
	FIRSTROW($9)
	KMOVB 0(R9), K1
	VMOVDQU64 0(R11), Z0
	VMOVDQU64 Z0, K1, 0(DX)
	KMOVB 1(R9), K1
	VMOVDQU64 64(R11), Z0
	VMOVDQU64 Z0, K1, 64(DX)
	KMOVB 2(R9), K1
	VMOVDQU64 128(R11), Z0
	VMOVDQU64 Z0, K1, 128(DX)
	KMOVB 3(R9), K1
	VMOVDQU64 192(R11), Z0
	VMOVDQU64 Z0, K1, 192(DX)
	KMOVB 4(R9), K1
	VMOVDQU64 256(R11), Z0
	VMOVDQU64 Z0, K1, 256(DX)
	KMOVB 5(R9), K1
	VMOVDQU64 320(R11), Z0
	VMOVDQU64 Z0, K1, 320(DX)
	KMOVB 6(R9), K1
	VMOVDQU64 384(R11), Z0
	VMOVDQU64 Z0, K1, 384(DX)
	KMOVB 7(R9), K1
	VMOVDQU64 448(R11), Z0
	VMOVDQU64 Z0, K1, 448(DX)
	JMP next

few:
	LOAD8
	LOAD8
	LOAD8
	LOAD8
	TESTQ AX, AX
	JNZ   few
	JMP   next

outside:
	MOVQ 16(R8), R13
	INCQ R13

lane:
	TZCNTQ AX, BX
	INDEX
	JCC    skip
	SHLQ   $9, R11
	ADDQ   DI, R11
	MOVQ   (R11)(BX*8), R10
	MOVQ   R10, (DX)(BX*8)

skip:
	BLSRQ AX, AX
	JNZ   lane
	JMP   next

done:
	VZEROUPPER
	RET

// func loadRows4AVX512(a *rowArgs)
TEXT ·loadRows4AVX512(SB), NOSPLIT, $0-8
	PROLOGUE($8)

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), AX
	TESTQ   AX, AX
	JZ      next
	ANYOUTSIDE
	JNZ     outside
	POPCNTQ AX, BX
	CMPQ    BX, FEW
	JB      few
	ANYDIFFERENT
	JZ      equal
	POPCNTQ AX, BX
	CMPQ    BX, MANY
	JB      few
	TESTW $0xffff, AX
	JZ quarter1
	GET4x16(0)

quarter1:
	MOVQ AX, R10
	SHRQ $16, R10
	TESTW $0xffff, R10
	JZ quarter2
	GET4x16(16)

quarter2:
	MOVQ AX, R10
	SHRQ $32, R10
	TESTW $0xffff, R10
	JZ quarter3
	GET4x16(32)

quarter3:
	MOVQ AX, R10
	SHRQ $48, R10
	TESTW $0xffff, R10
	JZ next
	GET4x16(48)

next:
	NEXT($256)
	JMP word

equal:
	FIRSTROW($8)
	KMOVW 0(R9), K1
	VMOVDQU64 0(R11), Z0
	VMOVDQU32 Z0, K1, 0(DX)
	KMOVW 2(R9), K1
	VMOVDQU64 64(R11), Z0
	VMOVDQU32 Z0, K1, 64(DX)
	KMOVW 4(R9), K1
	VMOVDQU64 128(R11), Z0
	VMOVDQU32 Z0, K1, 128(DX)
	KMOVW 6(R9), K1
	VMOVDQU64 192(R11), Z0
	VMOVDQU32 Z0, K1, 192(DX)
	JMP next

few:
	LOAD4
	LOAD4
	LOAD4
	LOAD4
	TESTQ AX, AX
	JNZ   few
	JMP   next

outside:
	MOVQ 16(R8), R13
	INCQ R13

lane:
	TZCNTQ AX, BX
	INDEX
	JCC    skip
	SHLQ   $8, R11
	ADDQ   DI, R11
	MOVL   (R11)(BX*4), R10
	MOVL   R10, (DX)(BX*4)

skip:
	BLSRQ AX, AX
	JNZ   lane
	JMP   next

done:
	VZEROUPPER
	RET

// Bools: a byte of all ones or zeros for each lane.
#define PUT1(i) MOVL (i*4)(SI), R11; SHLQ $6, R11; MOVB (i)(SP), R10; MOVB R10, (i)(DI)(R11*1)
#define GET1(i) MOVL (i*4)(SI), R11; SHLQ $6, R11; MOVBLZX (i)(DI)(R11*1), R10; MOVB R10, (i)(SP)
#define PUT1x8(i) PUT1((i+0)); PUT1((i+1)); PUT1((i+2)); PUT1((i+3)); PUT1((i+4)); PUT1((i+5)); PUT1((i+6)); PUT1((i+7))
#define GET1x8(i) GET1((i+0)); GET1((i+1)); GET1((i+2)); GET1((i+3)); GET1((i+4)); GET1((i+5)); GET1((i+6)); GET1((i+7))

// func storeRows1AVX512(a *rowArgs)
TEXT ·storeRows1AVX512(SB), NOSPLIT, $64-8
	PROLOGUE($6)
	MOVQ 48(R8), R12
	SHLQ $3, R12

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), AX
	TESTQ   AX, AX
	JZ      next
	POPCNTQ AX, BX
	CMPQ    BX, FEW
	JB      few
	ANYOUTSIDE
	JNZ     few
	ANYDIFFERENT
	JZ      equal
	KMOVQ     (DX), K5
	VPMOVM2B  K5, Z5
	VMOVDQU64 Z5, (SP)
	PUT1x8(0)
	PUT1x8(8)
	PUT1x8(16)
	PUT1x8(24)
	PUT1x8(32)
	PUT1x8(40)
	PUT1x8(48)
	PUT1x8(56)

next:
	NEXT(R12)
	JMP word

equal:
	FIRSTROW($6)
	KMOVQ    (DX), K5
	VPMOVM2B K5, Z5
	KMOVQ    AX, K1
	VMOVDQU8 Z5, K1, (R11)
	JMP      next

few:
	MOVQ 16(R8), R13
	INCQ R13

lane:
	TZCNTQ AX, BX
	INDEX
	JCC    skip
	SHLQ   $6, R11
	ADDQ   DI, R11
	XORL   R10, R10
	BTQ    BX, (DX)
	SBBL   R10, R10
	MOVB   R10, (R11)(BX*1)

skip:
	BLSRQ AX, AX
	JNZ   lane
	JMP   next

done:
	VZEROUPPER
	RET

// func loadRows1AVX512(a *rowArgs)
TEXT ·loadRows1AVX512(SB), NOSPLIT, $64-8
	PROLOGUE($6)

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), AX
	TESTQ   AX, AX
	JZ      next
	POPCNTQ AX, BX
	CMPQ    BX, FEW
	JB      few
	ANYOUTSIDE
	JNZ     few
	ANYDIFFERENT
	JZ      equal
	GET1x8(0)
	GET1x8(8)
	GET1x8(16)
	GET1x8(24)
	GET1x8(32)
	GET1x8(40)
	GET1x8(48)
	GET1x8(56)
	MOVQ SP, R11

blend:
	VMOVDQU8 (R11), Z0
	VPMOVB2M Z0, K1
	KMOVQ    K1, R10
	ANDQ     AX, R10
	ANDNQ    (DX), AX, R11
	ORQ      R11, R10
	MOVQ     R10, (DX)

next:
	NEXT($8)
	JMP word

equal:
	FIRSTROW($6)
	JMP blend

few:
	MOVQ 16(R8), R13
	INCQ R13

lane:
	TZCNTQ  AX, BX
	INDEX
	JCC     skip
	SHLQ    $6, R11
	ADDQ    DI, R11
	MOVBLZX (R11)(BX*1), R10
	MOVQ    (DX), R11
	BTRQ    BX, R11
	ANDL    $1, R10
	SHLXQ   BX, R10, R10
	ORQ     R10, R11
	MOVQ    R11, (DX)

skip:
	BLSRQ AX, AX
	JNZ   lane
	JMP   next

done:
	VZEROUPPER
	RET

#define ADD16(q) \
	KMOVW     (q*2)(R9), K1; \
	VMOVDQU32 (q*64)(SI), Z0; \
	VPADDD    Z28, Z0, Z0; \
	VMOVDQU32 Z0, K1, (q*64)(SI); \
	VPMINSD   Z0, Z30, K1, Z30; \
	VPMAXSD   Z0, Z31, K1, Z31

// func addLanesAVX512(x *int32, by int, mask *uint64, words int) (least, greatest int)
TEXT ·addLanesAVX512(SB), NOSPLIT, $0-48
	MOVQ         x+0(FP), SI
	VPBROADCASTD by+8(FP), Z28
	MOVQ         mask+16(FP), R9
	MOVQ         words+24(FP), CX
	MOVL         $0x7fffffff, AX
	VPBROADCASTD AX, Z30
	NOTL         AX
	VPBROADCASTD AX, Z31

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	ADD16(0)
	ADD16(1)
	ADD16(2)
	ADD16(3)

next:
	ADDQ $256, SI
	ADDQ $8, R9
	DECQ CX
	JMP  word

done:
	VEXTRACTI64X4 $1, Z30, Y0
	VPMINSD       Y0, Y30, Y0
	VEXTRACTI128  $1, Y0, X1
	VPMINSD       X1, X0, X0
	VPSHUFD       $0x4e, X0, X1
	VPMINSD       X1, X0, X0
	VPSHUFD       $0xb1, X0, X1
	VPMINSD       X1, X0, X0
	VMOVD         X0, AX
	MOVLQSX       AX, AX
	MOVQ          AX, least+32(FP)
	VEXTRACTI64X4 $1, Z31, Y0
	VPMAXSD       Y0, Y31, Y0
	VEXTRACTI128  $1, Y0, X1
	VPMAXSD       X1, X0, X0
	VPSHUFD       $0x4e, X0, X1
	VPMAXSD       X1, X0, X0
	VPSHUFD       $0xb1, X0, X1
	VPMAXSD       X1, X0, X0
	VMOVD         X0, AX
	MOVLQSX       AX, AX
	MOVQ          AX, greatest+40(FP)
	VZEROUPPER
	RET

// func equalLanesAVX512(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64)
TEXT ·equalLanesAVX512(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	VPBROADCASTD v+16(FP), Z4
	MOVQ         mask+24(FP), R9
	MOVQ         words+32(FP), CX
	XORL         DX, DX

word:
	TESTQ    CX, CX
	JZ       done
	VPCMPEQD 0(SI), Z4, K1
	VPCMPEQD 64(SI), Z4, K2
	VPCMPEQD 128(SI), Z4, K3
	VPCMPEQD 192(SI), Z4, K4
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
