package codegen

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx512Masked are the forms that Masked makes of operations on a type.
func avx512Masked(m map[string]selectFunc, t optab.Type) {
	l, q := floatLetters(t), intLetter(t)
	under := func(name, op string) {
		m[Under+"."+name+"."+t.String()] = func(s *Selector, in Instr) {
			var from []Reg
			for _, v := range in.Args[2:] {
				from = append(from, s.Of(v))
			}
			if commutes(name) && s.inMemory(from[0]) && !s.inMemory(from[1]) {
				slices.Reverse(from)
			}
			args := reversedUses(from)
			args[0].Role = UseElem
			s.under(in, op, args...)
		}
	}
	if t.IsFloat() {
		for name, op := range map[string]string{"add": "VADD", "sub": "VSUB", "mul": "VMUL", "quo": "VDIV",
			"sqrt": "VSQRT"} {
			under(name, op+l)
		}
		return
	}
	u, right := "S", "VPSRA"
	if !t.IsSigned() {
		u, right = "U", "VPSRL"
	}
	for name, op := range map[string]string{
		"add": "VPADD", "sub": "VPSUB", "mul": "VPMULL", "and": "VPAND", "or": "VPOR", "xor": "VPXOR",
		"min": "VPMIN" + u, "max": "VPMAX" + u,
	} {
		under(name, op+q)
	}
	for name, op := range map[string][2]string{"shl": {"VPSLL", "VPSLLV"}, "shr": {right, right + "V"}} {
		m[Under+"."+name+"."+t.String()] = func(s *Selector, in Instr) {
			if n, ok := s.IsConst(in.Args[3]); ok {
				s.under(in, op[0]+q, imm(int(min(n, 255))), use(s.Of(in.Args[2])))
				return
			}
			s.under(in, op[1]+q, useElem(s.count512(in.Args[3], t, "VPMOVUSQD")), use(s.Of(in.Args[2])))
		}
	}
	opposite := map[string]string{Test: TestNot, TestNot: Test}
	for form, op := range map[string]string{Test: "VPTESTM", TestNot: "VPTESTNM"} {
		test := func(s *Selector, x, y Value, among ...Arg) Reg {
			a, b := s.Of(x), s.Of(y)
			if s.inMemory(a) && !s.inMemory(b) {
				a, b = b, a
			}
			d := s.NewReg(Mask, 8)
			s.Put(op+q, slices.Concat([]Arg{useElem(b), use(a)}, among, []Arg{def(d)})...)
			return d
		}
		name := form + "." + t.String()
		m[name] = func(s *Selector, in Instr) { s.Set(in.Dst, test(s, in.Args[0], in.Args[1])) }
		among := func(s *Selector, in Instr) {
			s.Set(in.Dst, test(s, in.Args[1], in.Args[2], use(s.Of(in.Args[0]))))
		}
		m[Among+"."+name], m[AmongNot+"."+opposite[form]+"."+t.String()] = among, among
	}
}

// under adds an instruction in the lanes of a mask, in place of an older value. An operand that
// is the older value is the copy that is written over.
func (s *Selector) under(in Instr, op string, args ...Arg) {
	old := s.Of(in.Args[1])
	d := s.Tie(old)
	for i := range args {
		if args[i].Role.only() && args[i].Reg == old {
			args[i].Reg = d
		}
	}
	s.Put(op, append(args, use(s.Of(in.Args[0])), both(d))...)
	s.Set(in.Dst, d)
}

// avx512Among are comparisons in the lanes of a mask.
func avx512Among(t optab.Type, on func(string, selectFunc), op string, predicates map[string]int) {
	for name, p := range predicates {
		opposite := p ^ 4
		for form, p := range map[string]int{Among: p, AmongNot: opposite} {
			on(form+"."+name, func(s *Selector, in Instr) {
				d := s.NewReg(Mask, 8)
				s.Put(op, imm(p), useElem(s.Of(in.Args[2])), use(s.Of(in.Args[1])), use(s.Of(in.Args[0])), def(d))
				s.Set(in.Dst, d)
			})
		}
	}
}
