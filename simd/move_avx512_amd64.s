//go:build !purego

#include "textflag.h"

// Moves by a bitmap under AVX-512. See move.go and pack.go for what the
// functions do.
//
// Registers:
//
//	DI lanes of the word in dst   SI in src   R9 its mask   CX words left
//
// Packed vectors are stored whole and not by an instruction that packs to
// memory, which takes many times as long on some processors; the lanes that
// follow are overwritten by the next store.

#define NEXT(bytes) \
	ADDQ $bytes, DI; \
	ADDQ $8, R9; \
	DECQ CX

#define MOVE8(g) KMOVB (g*1)(R9), K1; VMOVDQU64 (g*64)(SI), Z0; VMOVDQU64 Z0, K1, (g*64)(DI)
#define FILL8(g) KMOVB (g*1)(R9), K1; VMOVDQU64 Z0, K1, (g*64)(DI)

// func maskedMove8AVX512(dst, src unsafe.Pointer, stride int, mask *uint64, words int)
TEXT ·maskedMove8AVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+24(FP), R9
	MOVQ words+32(FP), CX
	CMPQ stride+16(FP), $0
	JE   uniform

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	MOVE8(0)
	MOVE8(1)
	MOVE8(2)
	MOVE8(3)
	MOVE8(4)
	MOVE8(5)
	MOVE8(6)
	MOVE8(7)

next:
	ADDQ $512, SI
	NEXT(512)
	JMP  word

uniform:
	VPBROADCASTQ (SI), Z0

fill:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    skip
	FILL8(0)
	FILL8(1)
	FILL8(2)
	FILL8(3)
	FILL8(4)
	FILL8(5)
	FILL8(6)
	FILL8(7)

skip:
	NEXT(512)
	JMP  fill

done:
	VZEROUPPER
	RET

#define MOVE4(g) KMOVW (g*2)(R9), K1; VMOVDQU32 (g*64)(SI), Z0; VMOVDQU32 Z0, K1, (g*64)(DI)
#define FILL4(g) KMOVW (g*2)(R9), K1; VMOVDQU32 Z0, K1, (g*64)(DI)

// func maskedMove4AVX512(dst, src unsafe.Pointer, stride int, mask *uint64, words int)
TEXT ·maskedMove4AVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+24(FP), R9
	MOVQ words+32(FP), CX
	CMPQ stride+16(FP), $0
	JE   uniform

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	MOVE4(0)
	MOVE4(1)
	MOVE4(2)
	MOVE4(3)

next:
	ADDQ $256, SI
	NEXT(256)
	JMP  word

uniform:
	VPBROADCASTD (SI), Z0

fill:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    skip
	FILL4(0)
	FILL4(1)
	FILL4(2)
	FILL4(3)

skip:
	NEXT(256)
	JMP  fill

done:
	VZEROUPPER
	RET

#define PACK8(g) \
	KMOVB (g*1)(R9), K1; \
	MOVBLZX (g*1)(R9), AX; \
	POPCNTL AX, AX; \
	VMOVDQU64 (g*64)(SI), Z0; \
	VPCOMPRESSQ.Z Z0, K1, Z0; \
	VMOVDQU64 Z0, (DI); \
	LEAQ (DI)(AX*8), DI

// func pack8AVX512(dst, src unsafe.Pointer, mask *uint64, words int)
TEXT ·pack8AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	PACK8(0)
	PACK8(1)
	PACK8(2)
	PACK8(3)
	PACK8(4)
	PACK8(5)
	PACK8(6)
	PACK8(7)

next:
	ADDQ $512, SI
	NEXT(0)
	JMP  word

done:
	VZEROUPPER
	RET

#define UNPACK8(g) \
	KMOVB (g*1)(R9), K1; \
	MOVBLZX (g*1)(R9), AX; \
	POPCNTL AX, AX; \
	VMOVDQU64 (SI), Z0; \
	VPEXPANDQ.Z Z0, K1, Z0; \
	VMOVDQU64 Z0, K1, (g*64)(DI); \
	LEAQ (SI)(AX*8), SI

// func unpack8AVX512(dst, src unsafe.Pointer, mask *uint64, words int)
TEXT ·unpack8AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	UNPACK8(0)
	UNPACK8(1)
	UNPACK8(2)
	UNPACK8(3)
	UNPACK8(4)
	UNPACK8(5)
	UNPACK8(6)
	UNPACK8(7)

next:
	NEXT(512)
	JMP  word

done:
	VZEROUPPER
	RET

#define PACK4(g) \
	KMOVW (g*2)(R9), K1; \
	MOVWLZX (g*2)(R9), AX; \
	POPCNTL AX, AX; \
	VMOVDQU32 (g*64)(SI), Z0; \
	VPCOMPRESSD.Z Z0, K1, Z0; \
	VMOVDQU32 Z0, (DI); \
	LEAQ (DI)(AX*4), DI

// func pack4AVX512(dst, src unsafe.Pointer, mask *uint64, words int)
TEXT ·pack4AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	PACK4(0)
	PACK4(1)
	PACK4(2)
	PACK4(3)

next:
	ADDQ $256, SI
	NEXT(0)
	JMP  word

done:
	VZEROUPPER
	RET

#define UNPACK4(g) \
	KMOVW (g*2)(R9), K1; \
	MOVWLZX (g*2)(R9), AX; \
	POPCNTL AX, AX; \
	VMOVDQU32 (SI), Z0; \
	VPEXPANDD.Z Z0, K1, Z0; \
	VMOVDQU32 Z0, K1, (g*64)(DI); \
	LEAQ (SI)(AX*4), SI

// func unpack4AVX512(dst, src unsafe.Pointer, mask *uint64, words int)
TEXT ·unpack4AVX512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ mask+16(FP), R9
	MOVQ words+24(FP), CX

word:
	TESTQ CX, CX
	JZ    done
	CMPQ  (R9), $0
	JE    next
	UNPACK4(0)
	UNPACK4(1)
	UNPACK4(2)
	UNPACK4(3)

next:
	NEXT(256)
	JMP  word

done:
	VZEROUPPER
	RET
