// Golden file of TestKernelText.

//go:build !purego

#include "textflag.h"

// sample.f64 (bool, f64, f64) f64
TEXT sampleF64Avx2<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 16(R8), AX
	MOVQ 40(R8), DX
	MOVQ 24(R8), BX
	MOVQ 48(R8), SI
	SHLQ $5, SI
	MOVQ 32(R8), CX
	MOVQ 56(R8), DI
	SHLQ $5, DI
	MOVQ 8(R8), R10
	MOVQ R9, R11
	MOVQ 64(R8), R12
	VMOVUPD avx2Sample32<>+0(SB), Y15
	VMOVUPD avx2Sample32<>+64(SB), Y14
	VMOVUPD avx2Sample32<>+96(SB), Y13
	VMOVUPD avx2Sample32<>+32(SB), Y12

	PCALIGN $64
loop:
	VPBROADCASTB (AX), Y0
	VPAND Y15, Y0, Y0
	VPCMPEQQ Y15, Y0, Y0
	VMOVUPD (BX), Y1
	VCMPPD $4, Y1, Y1, Y2
	VPXOR Y14, Y0, Y0
	VMOVAPD Y1, Y3
	VPTEST Y0, Y0
	JEQ skip1
	VFMADD213PD (CX), Y12, Y1
	VBLENDVPD Y0, Y1, Y3, Y3
skip1:
	VPANDN Y3, Y2, Y0
	VMOVUPD Y0, 0(R10)
	VPBROADCASTB (AX), Y0
	VPAND Y13, Y0, Y0
	VPCMPEQQ Y13, Y0, Y0
	VMOVUPD (BX)(SI*1), Y1
	VCMPPD $4, Y1, Y1, Y3
	VPXOR Y14, Y0, Y0
	VMOVAPD Y1, Y4
	VPTEST Y0, Y0
	JEQ skip2
	VFMADD213PD (CX)(DI*1), Y12, Y1
	VBLENDVPD Y0, Y1, Y4, Y4
skip2:
	VPANDN Y4, Y3, Y0
	VMOVUPD Y0, 32(R10)
	VMOVMSKPD Y2, R13
	VMOVMSKPD Y3, R15
	SHLL $4, R15
	ORL R15, R13
	TESTL R13, R13
	JEQ reported3
	MOVQ R11, R15
	SUBQ $0, R15
	JLE reported3
	CMPQ R15, $64
	JGE full4
	BZHIQ R15, R13, R13
full4:
	ORB R13, 0(R12)
reported3:
	ADDQ DX, AX
	LEAQ (BX)(SI*2), BX
	LEAQ (CX)(DI*2), CX
	ADDQ $64, R10
	ADDQ $1, R12
	SUBQ $8, R11
	JGT  loop
	ADDQ $80, R8
	JMP  (R8)

// Constants of 32 bytes.
DATA avx2Sample32<>+0(SB)/8, $0x0000000000000001
DATA avx2Sample32<>+8(SB)/8, $0x0000000000000002
DATA avx2Sample32<>+16(SB)/8, $0x0000000000000004
DATA avx2Sample32<>+24(SB)/8, $0x0000000000000008
DATA avx2Sample32<>+32(SB)/8, $0x3fe0000000000000
DATA avx2Sample32<>+40(SB)/8, $0x3fe0000000000000
DATA avx2Sample32<>+48(SB)/8, $0x3fe0000000000000
DATA avx2Sample32<>+56(SB)/8, $0x3fe0000000000000
DATA avx2Sample32<>+64(SB)/8, $0xffffffffffffffff
DATA avx2Sample32<>+72(SB)/8, $0xffffffffffffffff
DATA avx2Sample32<>+80(SB)/8, $0xffffffffffffffff
DATA avx2Sample32<>+88(SB)/8, $0xffffffffffffffff
DATA avx2Sample32<>+96(SB)/8, $0x0000000000000010
DATA avx2Sample32<>+104(SB)/8, $0x0000000000000020
DATA avx2Sample32<>+112(SB)/8, $0x0000000000000040
DATA avx2Sample32<>+120(SB)/8, $0x0000000000000080
GLOBL avx2Sample32<>(SB), RODATA|NOPTR, $128

// Where each kernel begins, in the order of avx2SampleNames.
DATA avx2SampleCodes<>+0(SB)/8, $sampleF64Avx2<>(SB)
GLOBL avx2SampleCodes<>(SB), RODATA, $8

// func avx2SampleTable() *[1]uintptr
TEXT ·avx2SampleTable(SB), NOSPLIT, $0-8
	LEAQ avx2SampleCodes<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
