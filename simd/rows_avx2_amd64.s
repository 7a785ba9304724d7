//go:build !purego

#include "textflag.h"

// Rows under AVX2: rows_avx512_amd64.s with vectors of half the length and
// blends instead of masks.
//
// Registers:
//
//	DI rows of the word    SI its indices    DX its numbers in the buffer
//	R9 its mask            AX the mask       CX words left
//	R8 the rowArgs         R12 bytes from a word's numbers to the next
//	BX a lane              R10, R11, R13 scratch
//	Y10 rowsOrder   Y11 bits of a mask byte, one a lane (Y9: of its high half)
//	Y12 below       Y14 the last row

// Where packing 32 lanes to bytes leaves each four of them.
DATA rowsOrder<>+0(SB)/8, $0x0000000400000000
DATA rowsOrder<>+8(SB)/8, $0x0000000500000001
DATA rowsOrder<>+16(SB)/8, $0x0000000600000002
DATA rowsOrder<>+24(SB)/8, $0x0000000700000003
GLOBL rowsOrder<>(SB), RODATA|NOPTR, $32

// Bits 0 to 7 in eight numbers of 4 bytes.
DATA rowsBits4<>+0(SB)/8, $0x0000000200000001
DATA rowsBits4<>+8(SB)/8, $0x0000000800000004
DATA rowsBits4<>+16(SB)/8, $0x0000002000000010
DATA rowsBits4<>+24(SB)/8, $0x0000008000000040
GLOBL rowsBits4<>(SB), RODATA|NOPTR, $32

// Bits 0 to 7 in eight numbers of 8 bytes.
DATA rowsBits8<>+0(SB)/8, $1
DATA rowsBits8<>+8(SB)/8, $2
DATA rowsBits8<>+16(SB)/8, $4
DATA rowsBits8<>+24(SB)/8, $8
DATA rowsBits8<>+32(SB)/8, $16
DATA rowsBits8<>+40(SB)/8, $32
DATA rowsBits8<>+48(SB)/8, $64
DATA rowsBits8<>+56(SB)/8, $128
GLOBL rowsBits8<>(SB), RODATA|NOPTR, $64

// Bits 0 to 7 in eight bytes, and the byte of the mask that has a lane's bit.
DATA rowsBits1<>+0(SB)/8, $0x8040201008040201
GLOBL rowsBits1<>(SB), RODATA|NOPTR, $8
DATA rowsBytes<>+0(SB)/8, $0x0000000000000000
DATA rowsBytes<>+8(SB)/8, $0x0101010101010101
DATA rowsBytes<>+16(SB)/8, $0x0202020202020202
DATA rowsBytes<>+24(SB)/8, $0x0303030303030303
GLOBL rowsBytes<>(SB), RODATA|NOPTR, $32

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
	VMOVDQU rowsOrder<>(SB), Y10; \
	VPBROADCASTD 32(R8), Y12; \
	VPBROADCASTD 16(R8), Y14; \
	MOVQ 32(R8), R10; \
	SHLQ shift, R10; \
	SUBQ R10, DI

#define NEXT(bytes) \
	ADDQ 8(R8), DI; \
	ADDQ $256, SI; \
	ADDQ bytes, DX; \
	ADDQ $8, R9; \
	DECQ CX

// y: all ones in those of the lanes 8q to 8q+7 whose index is in range.
#define INSIDE(q, y) \
	VMOVDQU  (q*32)(SI), y; \
	VPSUBD   Y12, y, y; \
	VPMINUD  Y14, y, Y4; \
	VPCMPEQD Y4, y, y

// Not zero if a lane of the word is out of range, in the mask or not.
#define ANYOUTSIDE \
	INSIDE(0, Y0); \
	INSIDE(1, Y1); \
	INSIDE(2, Y2); \
	INSIDE(3, Y3); \
	VPAND     Y1, Y0, Y0; \
	VPAND     Y3, Y2, Y2; \
	VPAND     Y2, Y0, Y0; \
	INSIDE(4, Y1); \
	INSIDE(5, Y2); \
	INSIDE(6, Y3); \
	INSIDE(7, Y5); \
	VPAND     Y2, Y1, Y1; \
	VPAND     Y5, Y3, Y3; \
	VPAND     Y1, Y0, Y0; \
	VPAND     Y3, Y0, Y0; \
	VPMOVMSKB Y0, R11; \
	CMPL      R11, $-1

// The lanes among 32, from byte at of x on, whose number is that in Y4.
#define EQUAL32(at, r) \
	VPCMPEQD  (at)(SI), Y4, Y0; \
	VPCMPEQD  (at+32)(SI), Y4, Y1; \
	VPCMPEQD  (at+64)(SI), Y4, Y2; \
	VPCMPEQD  (at+96)(SI), Y4, Y3; \
	VPACKSSDW Y1, Y0, Y0; \
	VPACKSSDW Y3, Y2, Y2; \
	VPACKSSWB Y2, Y0, Y0; \
	VPERMD    Y0, Y10, Y0; \
	VPMOVMSKB Y0, r

// R11: the lanes of the word whose number is that in Y4.
#define EQUAL64 \
	EQUAL32(0, R11); \
	EQUAL32(128, R10); \
	SHLQ $32, R10; \
	ORQ  R10, R11

// Not zero if a lane of the mask has an index other than the first lane's. BX
// is that lane.
#define ANYDIFFERENT \
	TZCNTQ       AX, BX; \
	VPBROADCASTD (SI)(BX*4), Y4; \
	EQUAL64; \
	ANDNQ AX, R11, R11; \
	TESTQ R11, R11

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

// Blend(v, m, off, base): the lanes of v that are in the vector mask m are
// stored at base, with the old ones around them.
#define BLEND(v, m, off, base) \
	VMOVDQU   (off)(base), Y3; \
	VPBLENDVB m, v, Y3, Y3; \
	VMOVDQU   Y3, (off)(base)

// A vector mask of lanes i to i+3 in numbers of 8 bytes; bits is Y11 for the
// low half of a byte of the mask and Y9 for the high half.
#define MASK8(i, bits) \
	VPBROADCASTB (i/8)(R9), Y1; \
	VPAND        bits, Y1, Y1; \
	VPCMPEQQ     bits, Y1, Y1

// A vector mask of lanes i to i+7 in numbers of 4 bytes.
#define MASK4(i) \
	VPBROADCASTB (i/8)(R9), Y1; \
	VPAND        Y11, Y1, Y1; \
	VPCMPEQD     Y11, Y1, Y1

#define GET8x2(i, x) \
	MOVL    (i*4)(SI), R10; \
	MOVL    (i*4+4)(SI), R11; \
	SHLQ    $9, R10; \
	SHLQ    $9, R11; \
	VMOVQ   (i*8)(DI)(R10*1), x; \
	VMOVHPS (i*8+8)(DI)(R11*1), x, x

#define GET8x4(i, bits) \
	GET8x2((i+0), X0); \
	GET8x2((i+2), X2); \
	VINSERTI128 $1, X2, Y0, Y0; \
	MASK8(i, bits); \
	BLEND(Y0, Y1, i*8, DX)

#define GET8x8(i) GET8x4(i, Y11); GET8x4((i+4), Y9)

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

#define GET4x8(i) \
	GET4x4((i+0), X0); \
	GET4x4((i+4), X2); \
	VINSERTI128 $1, X2, Y0, Y0; \
	MASK4(i); \
	BLEND(Y0, Y1, i*4, DX)

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

// func storeRows8AVX2(a *rowArgs)
TEXT ·storeRows8AVX2(SB), 0, $512-8
	PROLOGUE($9)
	VMOVDQU rowsBits8<>+0(SB), Y11
	VMOVDQU rowsBits8<>+32(SB), Y9
	MOVQ $512, R12
	CMPQ 48(R8), $0
	JNE  word

	// A uniform is spread out over a word of lanes.
	VPBROADCASTQ (DX), Y0
	VMOVDQU Y0, 0(SP)
	VMOVDQU Y0, 32(SP)
	VMOVDQU Y0, 64(SP)
	VMOVDQU Y0, 96(SP)
	VMOVDQU Y0, 128(SP)
	VMOVDQU Y0, 160(SP)
	VMOVDQU Y0, 192(SP)
	VMOVDQU Y0, 224(SP)
	VMOVDQU Y0, 256(SP)
	VMOVDQU Y0, 288(SP)
	VMOVDQU Y0, 320(SP)
	VMOVDQU Y0, 352(SP)
	VMOVDQU Y0, 384(SP)
	VMOVDQU Y0, 416(SP)
	VMOVDQU Y0, 448(SP)
	VMOVDQU Y0, 480(SP)
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
	VMOVDQU 0(DX), Y0
	MASK8(0, Y11)
	BLEND(Y0, Y1, 0, R11)
	VMOVDQU 32(DX), Y0
	MASK8(4, Y9)
	BLEND(Y0, Y1, 32, R11)
	VMOVDQU 64(DX), Y0
	MASK8(8, Y11)
	BLEND(Y0, Y1, 64, R11)
	VMOVDQU 96(DX), Y0
	MASK8(12, Y9)
	BLEND(Y0, Y1, 96, R11)
	VMOVDQU 128(DX), Y0
	MASK8(16, Y11)
	BLEND(Y0, Y1, 128, R11)
	VMOVDQU 160(DX), Y0
	MASK8(20, Y9)
	BLEND(Y0, Y1, 160, R11)
	VMOVDQU 192(DX), Y0
	MASK8(24, Y11)
	BLEND(Y0, Y1, 192, R11)
	VMOVDQU 224(DX), Y0
	MASK8(28, Y9)
	BLEND(Y0, Y1, 224, R11)
	VMOVDQU 256(DX), Y0
	MASK8(32, Y11)
	BLEND(Y0, Y1, 256, R11)
	VMOVDQU 288(DX), Y0
	MASK8(36, Y9)
	BLEND(Y0, Y1, 288, R11)
	VMOVDQU 320(DX), Y0
	MASK8(40, Y11)
	BLEND(Y0, Y1, 320, R11)
	VMOVDQU 352(DX), Y0
	MASK8(44, Y9)
	BLEND(Y0, Y1, 352, R11)
	VMOVDQU 384(DX), Y0
	MASK8(48, Y11)
	BLEND(Y0, Y1, 384, R11)
	VMOVDQU 416(DX), Y0
	MASK8(52, Y9)
	BLEND(Y0, Y1, 416, R11)
	VMOVDQU 448(DX), Y0
	MASK8(56, Y11)
	BLEND(Y0, Y1, 448, R11)
	VMOVDQU 480(DX), Y0
	MASK8(60, Y9)
	BLEND(Y0, Y1, 480, R11)
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

// func storeRows4AVX2(a *rowArgs)
TEXT ·storeRows4AVX2(SB), 0, $256-8
	PROLOGUE($8)
	VMOVDQU rowsBits4<>(SB), Y11
	MOVQ $256, R12
	CMPQ 48(R8), $0
	JNE  word

	// A uniform is spread out over a word of lanes.
	VPBROADCASTD (DX), Y0
	VMOVDQU Y0, 0(SP)
	VMOVDQU Y0, 32(SP)
	VMOVDQU Y0, 64(SP)
	VMOVDQU Y0, 96(SP)
	VMOVDQU Y0, 128(SP)
	VMOVDQU Y0, 160(SP)
	VMOVDQU Y0, 192(SP)
	VMOVDQU Y0, 224(SP)
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
	VMOVDQU 0(DX), Y0
	MASK4(0)
	BLEND(Y0, Y1, 0, R11)
	VMOVDQU 32(DX), Y0
	MASK4(8)
	BLEND(Y0, Y1, 32, R11)
	VMOVDQU 64(DX), Y0
	MASK4(16)
	BLEND(Y0, Y1, 64, R11)
	VMOVDQU 96(DX), Y0
	MASK4(24)
	BLEND(Y0, Y1, 96, R11)
	VMOVDQU 128(DX), Y0
	MASK4(32)
	BLEND(Y0, Y1, 128, R11)
	VMOVDQU 160(DX), Y0
	MASK4(40)
	BLEND(Y0, Y1, 160, R11)
	VMOVDQU 192(DX), Y0
	MASK4(48)
	BLEND(Y0, Y1, 192, R11)
	VMOVDQU 224(DX), Y0
	MASK4(56)
	BLEND(Y0, Y1, 224, R11)
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

// func loadRows8AVX2(a *rowArgs)
TEXT ·loadRows8AVX2(SB), NOSPLIT, $0-8
	PROLOGUE($9)
	VMOVDQU rowsBits8<>+0(SB), Y11
	VMOVDQU rowsBits8<>+32(SB), Y9

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
	VMOVDQU 0(R11), Y0
	MASK8(0, Y11)
	BLEND(Y0, Y1, 0, DX)
	VMOVDQU 32(R11), Y0
	MASK8(4, Y9)
	BLEND(Y0, Y1, 32, DX)
	VMOVDQU 64(R11), Y0
	MASK8(8, Y11)
	BLEND(Y0, Y1, 64, DX)
	VMOVDQU 96(R11), Y0
	MASK8(12, Y9)
	BLEND(Y0, Y1, 96, DX)
	VMOVDQU 128(R11), Y0
	MASK8(16, Y11)
	BLEND(Y0, Y1, 128, DX)
	VMOVDQU 160(R11), Y0
	MASK8(20, Y9)
	BLEND(Y0, Y1, 160, DX)
	VMOVDQU 192(R11), Y0
	MASK8(24, Y11)
	BLEND(Y0, Y1, 192, DX)
	VMOVDQU 224(R11), Y0
	MASK8(28, Y9)
	BLEND(Y0, Y1, 224, DX)
	VMOVDQU 256(R11), Y0
	MASK8(32, Y11)
	BLEND(Y0, Y1, 256, DX)
	VMOVDQU 288(R11), Y0
	MASK8(36, Y9)
	BLEND(Y0, Y1, 288, DX)
	VMOVDQU 320(R11), Y0
	MASK8(40, Y11)
	BLEND(Y0, Y1, 320, DX)
	VMOVDQU 352(R11), Y0
	MASK8(44, Y9)
	BLEND(Y0, Y1, 352, DX)
	VMOVDQU 384(R11), Y0
	MASK8(48, Y11)
	BLEND(Y0, Y1, 384, DX)
	VMOVDQU 416(R11), Y0
	MASK8(52, Y9)
	BLEND(Y0, Y1, 416, DX)
	VMOVDQU 448(R11), Y0
	MASK8(56, Y11)
	BLEND(Y0, Y1, 448, DX)
	VMOVDQU 480(R11), Y0
	MASK8(60, Y9)
	BLEND(Y0, Y1, 480, DX)
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

// func loadRows4AVX2(a *rowArgs)
TEXT ·loadRows4AVX2(SB), NOSPLIT, $0-8
	PROLOGUE($8)
	VMOVDQU rowsBits4<>(SB), Y11

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
	GET4x8(0)
	GET4x8(8)

quarter1:
	MOVQ AX, R10
	SHRQ $16, R10
	TESTW $0xffff, R10
	JZ quarter2
	GET4x8(16)
	GET4x8(24)

quarter2:
	MOVQ AX, R10
	SHRQ $32, R10
	TESTW $0xffff, R10
	JZ quarter3
	GET4x8(32)
	GET4x8(40)

quarter3:
	MOVQ AX, R10
	SHRQ $48, R10
	TESTW $0xffff, R10
	JZ next
	GET4x8(48)
	GET4x8(56)

next:
	NEXT($256)
	JMP word

equal:
	FIRSTROW($8)
	VMOVDQU 0(R11), Y0
	MASK4(0)
	BLEND(Y0, Y1, 0, DX)
	VMOVDQU 32(R11), Y0
	MASK4(8)
	BLEND(Y0, Y1, 32, DX)
	VMOVDQU 64(R11), Y0
	MASK4(16)
	BLEND(Y0, Y1, 64, DX)
	VMOVDQU 96(R11), Y0
	MASK4(24)
	BLEND(Y0, Y1, 96, DX)
	VMOVDQU 128(R11), Y0
	MASK4(32)
	BLEND(Y0, Y1, 128, DX)
	VMOVDQU 160(R11), Y0
	MASK4(40)
	BLEND(Y0, Y1, 160, DX)
	VMOVDQU 192(R11), Y0
	MASK4(48)
	BLEND(Y0, Y1, 192, DX)
	VMOVDQU 224(R11), Y0
	MASK4(56)
	BLEND(Y0, Y1, 224, DX)
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

// y: a byte for each of the 32 bits at p.
#define BYTES32(p, y) \
	VPBROADCASTD p, y; \
	VPSHUFB      Y8, y, y; \
	VPAND        Y9, y, y; \
	VPCMPEQB     Y9, y, y

// func storeRows1AVX2(a *rowArgs)
TEXT ·storeRows1AVX2(SB), NOSPLIT, $64-8
	PROLOGUE($6)
	VMOVDQU      rowsBytes<>(SB), Y8
	VPBROADCASTQ rowsBits1<>(SB), Y9
	MOVQ         48(R8), R12
	SHLQ         $3, R12

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
	BYTES32(0(DX), Y5)
	BYTES32(4(DX), Y6)
	VMOVDQU Y5, (SP)
	VMOVDQU Y6, 32(SP)
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
	BYTES32(0(DX), Y5)
	BYTES32(4(DX), Y6)
	BYTES32(0(R9), Y0)
	BYTES32(4(R9), Y1)
	BLEND(Y5, Y0, 0, R11)
	BLEND(Y6, Y1, 32, R11)
	JMP  next

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

// func loadRows1AVX2(a *rowArgs)
TEXT ·loadRows1AVX2(SB), NOSPLIT, $64-8
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
	VMOVDQU   (R11), Y0
	VMOVDQU   32(R11), Y1
	VPMOVMSKB Y0, R10
	VPMOVMSKB Y1, R11
	SHLQ      $32, R11
	ORQ       R11, R10
	ANDQ      AX, R10
	ANDNQ     (DX), AX, R11
	ORQ       R11, R10
	MOVQ      R10, (DX)

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

#define ADD8(q) \
	MASK4((q*8)); \
	VMOVDQU   (q*32)(SI), Y0; \
	VPAND     Y12, Y1, Y2; \
	VPADDD    Y2, Y0, Y0; \
	VMOVDQU   Y0, (q*32)(SI); \
	VPBLENDVB Y1, Y0, Y14, Y2; \
	VPMINSD   Y2, Y14, Y14; \
	VPBLENDVB Y1, Y0, Y15, Y2; \
	VPMAXSD   Y2, Y15, Y15

// func addLanesAVX2(x *int32, by int, mask *uint64, words int) (least, greatest int)
TEXT ·addLanesAVX2(SB), NOSPLIT, $0-48
	MOVQ         x+0(FP), SI
	VPBROADCASTD by+8(FP), Y12
	MOVQ         mask+16(FP), R9
	MOVQ         words+24(FP), CX
	VMOVDQU      rowsBits4<>(SB), Y11
	VPCMPEQD     Y15, Y15, Y15
	VPSRLD       $1, Y15, Y14
	VPSLLD       $31, Y15, Y15

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	ADD8(0)
	ADD8(1)
	ADD8(2)
	ADD8(3)
	ADD8(4)
	ADD8(5)
	ADD8(6)
	ADD8(7)

next:
	ADDQ $256, SI
	ADDQ $8, R9
	DECQ CX
	JMP  word

done:
	VEXTRACTI128 $1, Y14, X1
	VPMINSD      X1, X14, X0
	VPSHUFD      $0x4e, X0, X1
	VPMINSD      X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPMINSD      X1, X0, X0
	VMOVD        X0, AX
	MOVLQSX      AX, AX
	MOVQ         AX, least+32(FP)
	VEXTRACTI128 $1, Y15, X1
	VPMAXSD      X1, X15, X0
	VPSHUFD      $0x4e, X0, X1
	VPMAXSD      X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPMAXSD      X1, X0, X0
	VMOVD        X0, AX
	MOVLQSX      AX, AX
	MOVQ         AX, greatest+40(FP)
	VZEROUPPER
	RET

// func equalLanesAVX2(dst *uint64, x *int32, v int, mask *uint64, words int) (found uint64)
TEXT ·equalLanesAVX2(SB), NOSPLIT, $0-48
	MOVQ         dst+0(FP), DI
	MOVQ         x+8(FP), SI
	VPBROADCASTD v+16(FP), Y4
	MOVQ         mask+24(FP), R9
	MOVQ         words+32(FP), CX
	VMOVDQU      rowsOrder<>(SB), Y10
	XORL         DX, DX

word:
	TESTQ CX, CX
	JZ    done
	EQUAL64
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
