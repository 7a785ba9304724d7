//go:build !purego

#include "textflag.h"

// Narrow numbers become numbers of 32 bits, and the other way, 32 at a time. See widths.go for what
// the functions do. Vectors of 256 bits are enough: memory is what takes the time.
//
// Registers:
//
//	DI dst   SI src   CX numbers left

// What packing two and two halves of vectors leaves out of order, by groups of four bytes.
DATA packed8<>+0(SB)/8, $0x0000000400000000
DATA packed8<>+8(SB)/8, $0x0000000500000001
DATA packed8<>+16(SB)/8, $0x0000000600000002
DATA packed8<>+24(SB)/8, $0x0000000700000003
GLOBL packed8<>(SB), RODATA|NOPTR, $32

#define ARGUMENTS \
	MOVQ dst+0(FP), DI; \
	MOVQ src+8(FP), SI; \
	MOVQ n+16(FP), CX

#define WIDEN(INSTRUCTION, bytes) \
	INSTRUCTION (0*bytes)(SI), Y0; \
	INSTRUCTION (1*bytes)(SI), Y1; \
	INSTRUCTION (2*bytes)(SI), Y2; \
	INSTRUCTION (3*bytes)(SI), Y3; \
	VMOVDQU     Y0, 0(DI); \
	VMOVDQU     Y1, 32(DI); \
	VMOVDQU     Y2, 64(DI); \
	VMOVDQU     Y3, 96(DI); \
	ADDQ        $(4*bytes), SI; \
	ADDQ        $128, DI; \
	SUBQ        $32, CX

// 32 numbers under the mask in Y15, of which packing keeps all bits.
#define FOUR \
	VPAND 0(SI), Y15, Y0; \
	VPAND 32(SI), Y15, Y1; \
	VPAND 64(SI), Y15, Y2; \
	VPAND 96(SI), Y15, Y3; \
	VPACKUSDW Y1, Y0, Y0; \
	VPACKUSDW Y3, Y2, Y2; \
	ADDQ $128, SI

// func widenInt8AVX2(dst, src unsafe.Pointer, n int)
TEXT ·widenInt8AVX2(SB), NOSPLIT, $0-24
	ARGUMENTS

next:
	WIDEN(VPMOVSXBD, 8)
	JNE next
	VZEROUPPER
	RET

// func widenUint8AVX2(dst, src unsafe.Pointer, n int)
TEXT ·widenUint8AVX2(SB), NOSPLIT, $0-24
	ARGUMENTS

next:
	WIDEN(VPMOVZXBD, 8)
	JNE next
	VZEROUPPER
	RET

// func widenInt16AVX2(dst, src unsafe.Pointer, n int)
TEXT ·widenInt16AVX2(SB), NOSPLIT, $0-24
	ARGUMENTS

next:
	WIDEN(VPMOVSXWD, 16)
	JNE next
	VZEROUPPER
	RET

// func widenUint16AVX2(dst, src unsafe.Pointer, n int)
TEXT ·widenUint16AVX2(SB), NOSPLIT, $0-24
	ARGUMENTS

next:
	WIDEN(VPMOVZXWD, 16)
	JNE next
	VZEROUPPER
	RET

// func narrow8AVX2(dst, src unsafe.Pointer, n int, mask uint32)
TEXT ·narrow8AVX2(SB), NOSPLIT, $0-28
	ARGUMENTS
	MOVL mask+24(FP), AX
	VMOVD AX, X15
	VPBROADCASTD X15, Y15
	VMOVDQU packed8<>(SB), Y14

next:
	FOUR
	VPACKUSWB Y2, Y0, Y0
	VPERMD    Y0, Y14, Y0
	VMOVDQU   Y0, 0(DI)
	ADDQ      $32, DI
	SUBQ      $32, CX
	JNE       next
	VZEROUPPER
	RET

// func narrow16AVX2(dst, src unsafe.Pointer, n int, mask uint32)
TEXT ·narrow16AVX2(SB), NOSPLIT, $0-28
	ARGUMENTS
	MOVL mask+24(FP), AX
	VMOVD AX, X15
	VPBROADCASTD X15, Y15

next:
	FOUR
	VPERMQ  $0xD8, Y0, Y0
	VPERMQ  $0xD8, Y2, Y2
	VMOVDQU Y0, 0(DI)
	VMOVDQU Y2, 32(DI)
	ADDQ    $64, DI
	SUBQ    $32, CX
	JNE     next
	VZEROUPPER
	RET

// func widenRowsAVX2(dst unsafe.Pointer, where *uintptr, room, n int)
//
//	DX room   R8 where the last eight bytes of a row begin   R9 row   AX place in it
TEXT ·widenRowsAVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ where+8(FP), SI
	MOVQ room+16(FP), DX
	MOVQ n+24(FP), CX
	MOVQ DX, R8
	SUBQ $8, R8
	JLT  short

row:
	MOVQ (SI), R9
	XORL AX, AX
	CMPQ AX, R8
	JGE  last

eight:
	VPMOVZXBD (R9)(AX*1), Y0
	VMOVDQU   Y0, (DI)(AX*4)
	ADDQ      $8, AX
	CMPQ      AX, R8
	JLT       eight

last:
	VPMOVZXBD (R9)(R8*1), Y0
	VMOVDQU   Y0, (DI)(R8*4)
	ADDQ      $8, SI
	LEAQ      (DI)(DX*4), DI
	SUBQ      $1, CX
	JNE       row
	VZEROUPPER
	RET

short:
	MOVQ (SI), R9
	XORL AX, AX

one:
	MOVBLZX (R9)(AX*1), R10
	MOVL    R10, (DI)(AX*4)
	ADDQ    $1, AX
	CMPQ    AX, DX
	JLT     one
	ADDQ    $8, SI
	LEAQ    (DI)(DX*4), DI
	SUBQ    $1, CX
	JNE     short
	RET

// func copyRowsAVX2(dst unsafe.Pointer, where *uintptr, room, n int)
//
//	DX room   R8 where the last bytes of a row begin that are copied at a time   R9 row   AX place in it
TEXT ·copyRowsAVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ where+8(FP), SI
	MOVQ room+16(FP), DX
	MOVQ n+24(FP), CX
	MOVQ DX, R8
	SUBQ $32, R8
	JGE  long
	ADDQ $24, R8
	JLT  short

row:
	MOVQ (SI), R9
	XORL AX, AX
	CMPQ AX, R8
	JGE  last

eight:
	MOVQ (R9)(AX*1), R10
	MOVQ R10, (DI)(AX*1)
	ADDQ $8, AX
	CMPQ AX, R8
	JLT  eight

last:
	MOVQ (R9)(R8*1), R10
	MOVQ R10, (DI)(R8*1)
	ADDQ $8, SI
	ADDQ DX, DI
	SUBQ $1, CX
	JNE  row
	RET

long:
	MOVQ (SI), R9
	XORL AX, AX
	CMPQ AX, R8
	JGE  end

vector:
	VMOVDQU (R9)(AX*1), Y0
	VMOVDQU Y0, (DI)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, R8
	JLT     vector

end:
	VMOVDQU (R9)(R8*1), Y0
	VMOVDQU Y0, (DI)(R8*1)
	ADDQ    $8, SI
	ADDQ    DX, DI
	SUBQ    $1, CX
	JNE     long
	VZEROUPPER
	RET

short:
	MOVQ (SI), R9
	XORL AX, AX

one:
	MOVBLZX (R9)(AX*1), R10
	MOVB    R10, (DI)(AX*1)
	ADDQ    $1, AX
	CMPQ    AX, DX
	JLT     one
	ADDQ    $8, SI
	ADDQ    DX, DI
	SUBQ    $1, CX
	JNE     short
	RET
