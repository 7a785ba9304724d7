package opgen

import "github.com/lockstep-simt/lockstep/program/optab"

// Opcodes makes program/op_gen.go: one constant per opcode, numbered as
// package program numbers the table's rows.
func Opcodes(table []optab.Op) (File, error) {
	p := newPrinter("program")
	p.f("// The opcodes, in the order of optab.Table. The zero Opcode is not an operation.\n")
	p.f("const (\nOpInvalid Opcode = iota\n")
	row := ""
	for _, o := range opcodes(table) {
		if o.Name != row {
			row = o.Name
			p.f("\n// %s\n", o.Doc)
		}
		p.f("Op%s\n", o.camel())
	}
	p.f("\nopEnd\n)\n")
	return p.file("program/op_gen.go")
}
