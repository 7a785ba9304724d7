//go:build !purego

#include "textflag.h"

// Moves by a bitmap under AVX2. See move.go and pack.go for what the
// functions do.
//
// Registers:
//
//	DI lanes of the word in dst   SI in src   R9 its mask   CX words left
//	Y11 bits 0 to 7 of a mask byte, one a lane (Y10 for the high half)

DATA moveBits4<>+0(SB)/8, $0x0000000200000001
DATA moveBits4<>+8(SB)/8, $0x0000000800000004
DATA moveBits4<>+16(SB)/8, $0x0000002000000010
DATA moveBits4<>+24(SB)/8, $0x0000008000000040
GLOBL moveBits4<>(SB), RODATA|NOPTR, $32

DATA moveBits8<>+0(SB)/8, $1
DATA moveBits8<>+8(SB)/8, $2
DATA moveBits8<>+16(SB)/8, $4
DATA moveBits8<>+24(SB)/8, $8
DATA moveBits8<>+32(SB)/8, $16
DATA moveBits8<>+40(SB)/8, $32
DATA moveBits8<>+48(SB)/8, $64
DATA moveBits8<>+56(SB)/8, $128
GLOBL moveBits8<>(SB), RODATA|NOPTR, $64

#define NEXT(bytes) \
	ADDQ $bytes, DI; \
	ADDQ $8, R9; \
	DECQ CX

// Numbers of 8 bytes: the vector mask of lanes 4g to 4g+3 in Y1.
#define MASK8(g, bits) \
	VPBROADCASTB (g/2)(R9), Y1; \
	VPAND        bits, Y1, Y1; \
	VPCMPEQQ     bits, Y1, Y1

// Numbers of 4 bytes: the vector mask of lanes 8g to 8g+7 in Y1.
#define MASK4(g, bits) \
	VPBROADCASTB (g)(R9), Y1; \
	VPAND        bits, Y1, Y1; \
	VPCMPEQD     bits, Y1, Y1

// The lanes of Y0 that are in Y1 go to vector g of dst.
#define BLEND(g) \
	VMOVDQU   (g*32)(DI), Y2; \
	VPBLENDVB Y1, Y0, Y2, Y2; \
	VMOVDQU   Y2, (g*32)(DI)

#define MOVE8(g, bits) VMOVDQU (g*32)(SI), Y0; MASK8(g, bits); BLEND(g)
#define FILL8(g, bits) MASK8(g, bits); BLEND(g)

// func maskedMove8AVX2(dst, src unsafe.Pointer, stride int, mask *uint64, words int)
TEXT ·maskedMove8AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+24(FP), R9
	MOVQ words+32(FP), CX
	VMOVDQU moveBits8<>+0(SB), Y11
	VMOVDQU moveBits8<>+32(SB), Y10
	CMPQ stride+16(FP), $0
	JE   uniform

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	MOVE8(0, Y11)
	MOVE8(1, Y10)
	MOVE8(2, Y11)
	MOVE8(3, Y10)
	MOVE8(4, Y11)
	MOVE8(5, Y10)
	MOVE8(6, Y11)
	MOVE8(7, Y10)
	MOVE8(8, Y11)
	MOVE8(9, Y10)
	MOVE8(10, Y11)
	MOVE8(11, Y10)
	MOVE8(12, Y11)
	MOVE8(13, Y10)
	MOVE8(14, Y11)
	MOVE8(15, Y10)

next:
	ADDQ $512, SI
	NEXT(512)
	JMP  word

uniform:
	VPBROADCASTQ (SI), Y0

fill:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    skip
	FILL8(0, Y11)
	FILL8(1, Y10)
	FILL8(2, Y11)
	FILL8(3, Y10)
	FILL8(4, Y11)
	FILL8(5, Y10)
	FILL8(6, Y11)
	FILL8(7, Y10)
	FILL8(8, Y11)
	FILL8(9, Y10)
	FILL8(10, Y11)
	FILL8(11, Y10)
	FILL8(12, Y11)
	FILL8(13, Y10)
	FILL8(14, Y11)
	FILL8(15, Y10)

skip:
	NEXT(512)
	JMP  fill

done:
	VZEROUPPER
	RET

#define MOVE4(g, bits) VMOVDQU (g*32)(SI), Y0; MASK4(g, bits); BLEND(g)
#define FILL4(g, bits) MASK4(g, bits); BLEND(g)

// func maskedMove4AVX2(dst, src unsafe.Pointer, stride int, mask *uint64, words int)
TEXT ·maskedMove4AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+24(FP), R9
	MOVQ words+32(FP), CX
	VMOVDQU moveBits4<>(SB), Y11
	CMPQ stride+16(FP), $0
	JE   uniform

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	MOVE4(0, Y11)
	MOVE4(1, Y11)
	MOVE4(2, Y11)
	MOVE4(3, Y11)
	MOVE4(4, Y11)
	MOVE4(5, Y11)
	MOVE4(6, Y11)
	MOVE4(7, Y11)

next:
	ADDQ $256, SI
	NEXT(256)
	JMP  word

uniform:
	VPBROADCASTD (SI), Y0

fill:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    skip
	FILL4(0, Y11)
	FILL4(1, Y11)
	FILL4(2, Y11)
	FILL4(3, Y11)
	FILL4(4, Y11)
	FILL4(5, Y11)
	FILL4(6, Y11)
	FILL4(7, Y11)

skip:
	NEXT(256)
	JMP  fill

done:
	VZEROUPPER
	RET

// func fillRowAVX2(dst, src unsafe.Pointer, times int)
TEXT ·fillRowAVX2(SB), NOSPLIT, $0-24
	MOVQ    dst+0(FP), DI
	MOVQ    src+8(FP), SI
	MOVQ    times+16(FP), CX
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1

block:
	TESTQ   CX, CX
	JZ      done
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	ADDQ    $64, DI
	DECQ    CX
	JMP     block

done:
	VZEROUPPER
	RET

// Of the order table in R10: the indices for the lanes in AX, in y.
#define ORDER(y) VPMOVZXBD (R10)(AX*8), y

#define PACK4(g) \
	MOVBLZX (g)(R9), AX; \
	ORDER(Y1); \
	VPERMD  (g*32)(SI), Y1, Y0; \
	POPCNTL AX, AX; \
	VMOVDQU Y0, (DI); \
	LEAQ    (DI)(AX*4), DI

#define PACK8HALF(g) \
	ORDER(Y1); \
	VPERMD  (g*32)(SI), Y1, Y0; \
	POPCNTL AX, AX; \
	VMOVDQU Y0, (DI); \
	LEAQ    (DI)(AX*8), DI

#define PACK8(g) \
	MOVBLZX (g/2)(R9), AX; \
	ANDL    $15, AX; \
	PACK8HALF(g); \
	MOVBLZX (g/2)(R9), AX; \
	SHRL    $4, AX; \
	PACK8HALF((g+1))

#define UNPACK4(g) \
	MOVBLZX (g)(R9), AX; \
	ORDER(Y1); \
	VPERMD  (SI), Y1, Y0; \
	POPCNTL AX, AX; \
	LEAQ    (SI)(AX*4), SI; \
	MASK4(g, Y11); \
	BLEND(g)

#define UNPACK8HALF(g, bits) \
	ORDER(Y1); \
	VPERMD  (SI), Y1, Y0; \
	POPCNTL AX, AX; \
	LEAQ    (SI)(AX*8), SI; \
	MASK8(g, bits); \
	BLEND(g)

#define UNPACK8(g) \
	MOVBLZX (g/2)(R9), AX; \
	ANDL    $15, AX; \
	UNPACK8HALF(g, Y11); \
	MOVBLZX (g/2)(R9), AX; \
	SHRL    $4, AX; \
	UNPACK8HALF((g+1), Y10)

// func pack8AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[16][8]uint8)
TEXT ·pack8AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX
	MOVQ order+32(FP), R10

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	PACK8(0)
	PACK8(2)
	PACK8(4)
	PACK8(6)
	PACK8(8)
	PACK8(10)
	PACK8(12)
	PACK8(14)

next:
	ADDQ $512, SI
	NEXT(0)
	JMP  word

done:
	VZEROUPPER
	RET

// func unpack8AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[16][8]uint8)
TEXT ·unpack8AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX
	MOVQ order+32(FP), R10
	VMOVDQU moveBits8<>+0(SB), Y11
	VMOVDQU moveBits8<>+32(SB), Y10

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	UNPACK8(0)
	UNPACK8(2)
	UNPACK8(4)
	UNPACK8(6)
	UNPACK8(8)
	UNPACK8(10)
	UNPACK8(12)
	UNPACK8(14)

next:
	NEXT(512)
	JMP  word

done:
	VZEROUPPER
	RET

// func pack4AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[256][8]uint8)
TEXT ·pack4AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX
	MOVQ order+32(FP), R10

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	PACK4(0)
	PACK4(1)
	PACK4(2)
	PACK4(3)
	PACK4(4)
	PACK4(5)
	PACK4(6)
	PACK4(7)

next:
	ADDQ $256, SI
	NEXT(0)
	JMP  word

done:
	VZEROUPPER
	RET

// func unpack4AVX2(dst, src unsafe.Pointer, mask *uint64, words int, order *[256][8]uint8)
TEXT ·unpack4AVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX
	MOVQ order+32(FP), R10
	VMOVDQU moveBits4<>(SB), Y11

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	UNPACK4(0)
	UNPACK4(1)
	UNPACK4(2)
	UNPACK4(3)
	UNPACK4(4)
	UNPACK4(5)
	UNPACK4(6)
	UNPACK4(7)

next:
	NEXT(256)
	JMP  word

done:
	VZEROUPPER
	RET

#define LIST(g) \
	MOVBLZX (g)(R9), AX; \
	ORDER(Y2); \
	VPADDD  Y0, Y2, Y2; \
	VMOVDQU Y2, (DI); \
	POPCNTL AX, AX; \
	LEAQ    (DI)(AX*4), DI; \
	VPADDD  Y1, Y0, Y0

// func laneListAVX2(dst *int32, mask *uint64, words int, order *[256][8]uint8) int
TEXT ·laneListAVX2(SB), NOSPLIT, $0-40
	MOVQ         dst+0(FP), DI
	MOVQ         mask+8(FP), R9
	MOVQ         words+16(FP), CX
	MOVQ         order+24(FP), R10
	VPXOR        Y0, Y0, Y0
	MOVL         $8, AX
	VMOVD        AX, X1
	VPBROADCASTD X1, Y1
	VPSLLD       $3, Y1, Y3

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    empty
	LIST(0)
	LIST(1)
	LIST(2)
	LIST(3)
	LIST(4)
	LIST(5)
	LIST(6)
	LIST(7)

next:
	NEXT(0)
	JMP word

empty:
	VPADDD Y3, Y0, Y0
	JMP    next

done:
	SUBQ dst+0(FP), DI
	SHRQ $2, DI
	MOVQ DI, ret+32(FP)
	VZEROUPPER
	RET

// The bits of a word that are in its mask come together by one instruction. AX
// collects them, R8 of them so far; R13 counts those of the word.

// func packBitsBMI2(dst, src unsafe.Pointer, mask *uint64, words int)
TEXT ·packBitsBMI2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX
	XORL AX, AX
	XORL R8, R8

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    (R9), R10
	POPCNTQ R10, R13
	MOVQ    (SI), R11
	PEXTQ   R10, R11, R11
	SHLXQ   R8, R11, R12
	ORQ     R12, AX
	MOVL    $63, BX
	SUBQ    R8, BX
	ADDQ    R13, R8
	CMPQ    R8, $64
	JB      next
	MOVQ    AX, (DI)
	ADDQ    $8, DI
	SHRQ    $1, R11
	SHRXQ   BX, R11, AX
	SUBQ    $64, R8

next:
	ADDQ $8, SI
	ADDQ $8, R9
	DECQ CX
	JMP  word

done:
	TESTQ R8, R8
	JZ    end
	MOVQ  AX, (DI)

end:
	RET

// R8 bits of src have been spread. The word from there on has its low bits in
// one word and the rest in the next, or, if R8 is a multiple of 64, in the same.

// func unpackBitsBMI2(dst, src unsafe.Pointer, mask *uint64, words int)
TEXT ·unpackBitsBMI2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX
	XORL R8, R8

word:
	TESTQ   CX, CX
	JZ      done
	MOVQ    R8, AX
	SHRQ    $6, AX
	SHRXQ   R8, (SI)(AX*8), R11
	LEAQ    63(R8), AX
	SHRQ    $6, AX
	MOVQ    (SI)(AX*8), R12
	ADDQ    R12, R12
	MOVQ    R8, BX
	NOTQ    BX
	SHLXQ   BX, R12, R12
	ORQ     R12, R11
	MOVQ    (R9), R10
	PDEPQ   R10, R11, R11
	ANDNQ   (DI), R10, R12
	ORQ     R12, R11
	MOVQ    R11, (DI)
	POPCNTQ R10, R10
	ADDQ    R10, R8
	ADDQ    $8, DI
	ADDQ    $8, R9
	DECQ    CX
	JMP     word

done:
	RET
