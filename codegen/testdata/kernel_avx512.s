// Golden file of TestKernelText.

//go:build !purego

#include "textflag.h"

// sample.f64 (bool, f64, f64) f64
TEXT sampleF64Avx512<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 16(R8), AX
	MOVQ 40(R8), DX
	MOVQ 24(R8), BX
	MOVQ 48(R8), SI
	SHLQ $6, SI
	MOVQ 32(R8), CX
	MOVQ 56(R8), DI
	SHLQ $6, DI
	MOVQ 8(R8), R10
	MOVQ R9, R11
	MOVQ 64(R8), R12
	VBROADCASTSD avx512Sample8<>+0(SB), Z31

	PCALIGN $64
loop:
	KMOVB (AX), K1
	VMOVUPD (BX), Z0
	VCMPPD $4, Z0, Z0, K2
	KNOTB K1, K1
	VMOVAPD Z0, Z1
	KORTESTB K1, K1
	JEQ skip1
	VFMADD213PD (CX), Z31, Z0
	VMOVAPD Z0, K1, Z1
skip1:
	VPXORQ Z1, Z1, K2, Z1
	KMOVB K2, R13
	TESTL R13, R13
	JEQ reported2
	MOVQ R11, R15
	SUBQ $0, R15
	JLE reported2
	CMPQ R15, $64
	JGE full3
	BZHIQ R15, R13, R13
full3:
	ORB R13, 0(R12)
reported2:
	VMOVUPD Z1, 0(R10)
	KMOVB (AX)(DX*1), K1
	VMOVUPD (BX)(SI*1), Z0
	VCMPPD $4, Z0, Z0, K2
	KNOTB K1, K1
	VMOVAPD Z0, Z1
	KORTESTB K1, K1
	JEQ skip4
	VFMADD213PD (CX)(DI*1), Z31, Z0
	VMOVAPD Z0, K1, Z1
skip4:
	VPXORQ Z1, Z1, K2, Z1
	KMOVB K2, R13
	TESTL R13, R13
	JEQ reported5
	MOVQ R11, R15
	SUBQ $8, R15
	JLE reported5
	CMPQ R15, $64
	JGE full6
	BZHIQ R15, R13, R13
full6:
	ORB R13, 1(R12)
reported5:
	VMOVUPD Z1, 64(R10)
	LEAQ (AX)(DX*2), AX
	LEAQ (BX)(SI*2), BX
	LEAQ (CX)(DI*2), CX
	ADDQ $128, R10
	ADDQ $2, R12
	SUBQ $16, R11
	JGT  loop
	ADDQ $80, R8
	JMP  (R8)

// Constants of 8 bytes.
DATA avx512Sample8<>+0(SB)/8, $0x3fe0000000000000
GLOBL avx512Sample8<>(SB), RODATA|NOPTR, $8

// Where each kernel begins, in the order of avx512SampleNames.
DATA avx512SampleCodes<>+0(SB)/8, $sampleF64Avx512<>(SB)
GLOBL avx512SampleCodes<>(SB), RODATA, $8

// func avx512SampleTable() *[1]uintptr
TEXT ·avx512SampleTable(SB), NOSPLIT, $0-8
	LEAQ avx512SampleCodes<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
