package program

import "github.com/lockstep-simt/lockstep/program/optab"

// Opcode is a row of the op table with a type: OpAddF64. The constants are
// generated, op_gen.go. Copy has no type and is one opcode, OpCopy.
type Opcode uint16

// OpcodeInfo is what is known of an opcode without its operands.
type OpcodeInfo struct {
	Row      *optab.Op
	Type     Dtype   // what T stands for; Invalid for OpCopy
	Mnemonic string  // "add.f64"
	In       []Dtype // element types of the operands; the last repeats if Variadic
	Out      Dtype   // element type of the result
	Variadic bool    // the last operand may repeat, or be absent
}

var (
	opcodeInfo  [opEnd]OpcodeInfo
	byMnemonic  = map[string]Opcode{}
	firstOpcode = map[string]Opcode{} // row name to the row's first opcode
)

func init() {
	op := OpCopy
	for i := range optab.Table {
		row := &optab.Table[i]
		firstOpcode[row.Name] = op
		types := row.TypeList()
		if row.Form == optab.Copy {
			types = []Dtype{Invalid}
		}
		in, out, variadic := row.Signature()
		for _, t := range types {
			info := OpcodeInfo{Row: row, Type: t, Mnemonic: row.Name, Out: out.Of(t), Variadic: variadic}
			if t != Invalid {
				info.Mnemonic += "." + t.String()
			}
			for _, c := range in {
				info.In = append(info.In, c.Of(t))
			}
			opcodeInfo[op] = info
			byMnemonic[info.Mnemonic] = op
			op++
		}
	}
	if op != opEnd {
		panic("program: op_gen.go is stale; run go test ./internal/opgen -generate")
	}
}

// IsValid reports whether op is an opcode.
func (op Opcode) IsValid() bool { return op > OpInvalid && op < opEnd }

// Info returns what is known of the opcode. It panics if op is not valid.
func (op Opcode) Info() *OpcodeInfo {
	if !op.IsValid() {
		panic("program: invalid opcode")
	}
	return &opcodeInfo[op]
}

// String returns the opcode's mnemonic: "add.f64".
func (op Opcode) String() string {
	if !op.IsValid() {
		return "invalid"
	}
	return opcodeInfo[op].Mnemonic
}

// Form returns how the opcode treats event shapes.
func (op Opcode) Form() optab.Form { return op.Info().Row.Form }

// CanFault reports whether the operation may end a lane.
func (op Opcode) CanFault() bool { return op.Info().Row.Effect == optab.Faults }

// ParseOpcode returns the opcode with the given mnemonic, and whether there is
// one.
func ParseOpcode(mnemonic string) (Opcode, bool) {
	op, ok := byMnemonic[mnemonic]
	return op, ok
}

// OpcodeFor returns the opcode of the named row for type t, or OpInvalid if
// the row does not exist or does not range over t.
func OpcodeFor(row string, t Dtype) Opcode {
	if t == Invalid {
		return byMnemonic[row]
	}
	return byMnemonic[row+"."+t.String()]
}

// Opcodes returns every opcode in order.
func Opcodes() []Opcode {
	ops := make([]Opcode, 0, opEnd-1)
	for op := OpInvalid + 1; op < opEnd; op++ {
		ops = append(ops, op)
	}
	return ops
}
