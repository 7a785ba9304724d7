//go:build !purego

#include "textflag.h"

// Element access by an index in every lane. See gather.go for what the
// functions do; those here do whole groups of eight lanes.
//
// Numbers are fetched and put one at a time, eight without a branch: gather and
// scatter instructions took a third longer where this was measured (Zen 5). A
// table that fits two vectors is different: it is permuted.
//
// Registers:
//
//	DI the storage, from the first of the eight lanes on   BX bytes of its rows
//	SI indices    DX the run's numbers    CX groups of eight lanes left
//	R9 the faults

#define EIGHT(do) do(0); do(1); do(2); do(3); do(4); do(5); do(6); do(7)

#define TAKE8(i) MOVQ (i*8)(SI), R10; IMULQ BX, R10; MOVQ (DI)(R10*1), R10; MOVQ R10, (i*8)(DX)

// func take8(dst, table unsafe.Pointer, strideBytes int, index *int64, eights int)
TEXT ·take8(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DX
	MOVQ table+8(FP), DI
	MOVQ strideBytes+16(FP), BX
	MOVQ index+24(FP), SI
	MOVQ eights+32(FP), CX

eight:
	TESTQ CX, CX
	JZ    done
	EIGHT(TAKE8)
	ADDQ  $64, SI
	ADDQ  $64, DX
	DECQ  CX
	JMP   eight

done:
	RET

#define TAKELANE8(i) MOVQ (i*8)(SI), R10; IMULQ BX, R10; MOVQ (i*8)(DI)(R10*1), R10; MOVQ R10, (i*8)(DX)

// func takeLanes8(dst, src unsafe.Pointer, rowBytes int, index *int64, eights int)
TEXT ·takeLanes8(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DX
	MOVQ src+8(FP), DI
	MOVQ rowBytes+16(FP), BX
	MOVQ index+24(FP), SI
	MOVQ eights+32(FP), CX

eight:
	TESTQ CX, CX
	JZ    done
	EIGHT(TAKELANE8)
	ADDQ  $64, SI
	ADDQ  $64, DX
	ADDQ  $64, DI
	DECQ  CX
	JMP   eight

done:
	RET

#define PUTLANE8(i) MOVQ (i*8)(SI), R10; IMULQ BX, R10; MOVQ (i*8)(DX), R11; MOVQ R11, (i*8)(DI)(R10*1)

// func putLanes8(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, stride int, index *int64, eights int)
TEXT ·putLanes8(SB), NOSPLIT, $0-48
	MOVQ  dst+0(FP), DI
	MOVQ  rowBytes+8(FP), BX
	MOVQ  src+16(FP), DX
	MOVQ  stride+24(FP), R8
	IMULQ $64, R8
	MOVQ  index+32(FP), SI
	MOVQ  eights+40(FP), CX

eight:
	TESTQ CX, CX
	JZ    done
	EIGHT(PUTLANE8)
	ADDQ  $64, SI
	ADDQ  R8, DX
	ADDQ  $64, DI
	DECQ  CX
	JMP   eight

done:
	RET

#define TAKE4(i) MOVQ (i*8)(SI), R10; IMULQ BX, R10; MOVL (DI)(R10*1), R10; MOVL R10, (i*4)(DX)

// func take4(dst, table unsafe.Pointer, strideBytes int, index *int64, eights int)
TEXT ·take4(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DX
	MOVQ table+8(FP), DI
	MOVQ strideBytes+16(FP), BX
	MOVQ index+24(FP), SI
	MOVQ eights+32(FP), CX

eight:
	TESTQ CX, CX
	JZ    done
	EIGHT(TAKE4)
	ADDQ  $64, SI
	ADDQ  $32, DX
	DECQ  CX
	JMP   eight

done:
	RET

#define TAKELANE4(i) MOVQ (i*8)(SI), R10; IMULQ BX, R10; MOVL (i*4)(DI)(R10*1), R10; MOVL R10, (i*4)(DX)

// func takeLanes4(dst, src unsafe.Pointer, rowBytes int, index *int64, eights int)
TEXT ·takeLanes4(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DX
	MOVQ src+8(FP), DI
	MOVQ rowBytes+16(FP), BX
	MOVQ index+24(FP), SI
	MOVQ eights+32(FP), CX

eight:
	TESTQ CX, CX
	JZ    done
	EIGHT(TAKELANE4)
	ADDQ  $64, SI
	ADDQ  $32, DX
	ADDQ  $32, DI
	DECQ  CX
	JMP   eight

done:
	RET

#define PUTLANE4(i) MOVQ (i*8)(SI), R10; IMULQ BX, R10; MOVL (i*4)(DX), R11; MOVL R11, (i*4)(DI)(R10*1)

// func putLanes4(dst unsafe.Pointer, rowBytes int, src unsafe.Pointer, stride int, index *int64, eights int)
TEXT ·putLanes4(SB), NOSPLIT, $0-48
	MOVQ  dst+0(FP), DI
	MOVQ  rowBytes+8(FP), BX
	MOVQ  src+16(FP), DX
	MOVQ  stride+24(FP), R8
	IMULQ $32, R8
	MOVQ  index+32(FP), SI
	MOVQ  eights+40(FP), CX

eight:
	TESTQ CX, CX
	JZ    done
	EIGHT(PUTLANE4)
	ADDQ  $64, SI
	ADDQ  R8, DX
	ADDQ  $32, DI
	DECQ  CX
	JMP   eight

done:
	RET

// func permute8AVX512(dst unsafe.Pointer, table *[16]uint64, index *int64, eights int)
TEXT ·permute8AVX512(SB), NOSPLIT, $0-32
	MOVQ      dst+0(FP), DX
	MOVQ      table+8(FP), DI
	MOVQ      index+16(FP), SI
	MOVQ      eights+24(FP), CX
	VMOVDQU64 (DI), Z1
	VMOVDQU64 64(DI), Z2

eight:
	TESTQ     CX, CX
	JZ        done
	VMOVDQU64 (SI), Z0
	VPERMI2Q  Z2, Z1, Z0
	VMOVDQU64 Z0, (DX)
	ADDQ      $64, SI
	ADDQ      $64, DX
	DECQ      CX
	JMP       eight

done:
	VZEROUPPER
	RET

// func permute4AVX512(dst unsafe.Pointer, table *[32]uint32, index *int64, eights int)
TEXT ·permute4AVX512(SB), NOSPLIT, $0-32
	MOVQ      dst+0(FP), DX
	MOVQ      table+8(FP), DI
	MOVQ      index+16(FP), SI
	MOVQ      eights+24(FP), CX
	VMOVDQU32 (DI), Z1
	VMOVDQU32 64(DI), Z2

eight:
	TESTQ     CX, CX
	JZ        done
	VMOVDQU64 (SI), Z0
	VPMOVQD   Z0, Y0
	VPERMI2D  Z2, Z1, Z0
	VMOVDQU   Y0, (DX)
	ADDQ      $64, SI
	ADDQ      $32, DX
	DECQ      CX
	JMP       eight

done:
	VZEROUPPER
	RET

// func flatIndexAVX512(index *int64, idx unsafe.Pointer, stride int, dim int64, fault *uint64, eights int)
TEXT ·flatIndexAVX512(SB), NOSPLIT, $0-48
	MOVQ         index+0(FP), SI
	MOVQ         idx+8(FP), DX
	MOVQ         stride+16(FP), R8
	SHLQ         $6, R8
	VPBROADCASTQ dim+24(FP), Z3
	MOVQ         fault+32(FP), R9
	MOVQ         eights+40(FP), CX

eight:
	TESTQ       CX, CX
	JZ          done
	VMOVDQU64   (DX), Z0
	VPCMPUQ     $1, Z3, Z0, K1
	VMOVDQA64.Z Z0, K1, Z0
	VPMULLQ     (SI), Z3, Z1
	VPADDQ      Z0, Z1, Z1
	VMOVDQU64   Z1, (SI)
	KNOTB       K1, K1
	KMOVB       K1, AX
	ORB         AX, (R9)
	INCQ        R9
	ADDQ        $64, SI
	ADDQ        R8, DX
	DECQ        CX
	JMP         eight

done:
	VZEROUPPER
	RET

// Lanes 4h to 4h+3 of eight; r gets the bits of those in range. Y3 dim, Y4 its
// upper half, Y5 the sign bit, Y6 dim with the sign bit turned.
#define FLAT(h, r) \
	VMOVDQU   (h*32)(DX), Y0; \
	VPXOR     Y5, Y0, Y1; \
	VPCMPGTQ  Y1, Y6, Y1; \
	VMOVMSKPD Y1, r; \
	VPAND     Y1, Y0, Y0; \
	VMOVDQU   (h*32)(SI), Y1; \
	VPSRLQ    $32, Y1, Y2; \
	VPMULUDQ  Y3, Y2, Y2; \
	VPMULUDQ  Y4, Y1, Y7; \
	VPADDQ    Y7, Y2, Y2; \
	VPSLLQ    $32, Y2, Y2; \
	VPMULUDQ  Y3, Y1, Y1; \
	VPADDQ    Y2, Y1, Y1; \
	VPADDQ    Y1, Y0, Y0; \
	VMOVDQU   Y0, (h*32)(SI)

// func flatIndexAVX2(index *int64, idx unsafe.Pointer, stride int, dim int64, fault *uint64, eights int)
TEXT ·flatIndexAVX2(SB), NOSPLIT, $0-48
	MOVQ         index+0(FP), SI
	MOVQ         idx+8(FP), DX
	MOVQ         stride+16(FP), R8
	SHLQ         $6, R8
	VPBROADCASTQ dim+24(FP), Y3
	MOVQ         fault+32(FP), R9
	MOVQ         eights+40(FP), CX
	VPSRLQ       $32, Y3, Y4
	VPCMPEQQ     Y5, Y5, Y5
	VPSLLQ       $63, Y5, Y5
	VPXOR        Y5, Y3, Y6

eight:
	TESTQ CX, CX
	JZ    done
	FLAT(0, AX)
	FLAT(1, BX)
	SHLL  $4, BX
	ORL   BX, AX
	XORL  $255, AX
	ORB   AX, (R9)
	INCQ  R9
	ADDQ  $64, SI
	ADDQ  R8, DX
	DECQ  CX
	JMP   eight

done:
	VZEROUPPER
	RET
