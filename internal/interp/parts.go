package interp

import "github.com/lockstep-simt/lockstep/program"

// Compute returns the elements that an operation other than copy gives, for a destination of the
// shape out, or how it faults. It is for those who define the meaning of another form of programs.
func Compute(op program.Opcode, operands []Value, out []int) ([]uint64, program.Code) {
	args := make([]arg, len(operands))
	for i, v := range operands {
		args[i] = arg{v.Type.Shape, v.Bits}
	}
	return compute(op, args, out)
}

// Broadcast returns the elements of a value in the given shape.
func Broadcast(v Value, shape []int) []uint64 { return broadcast(arg{v.Type.Shape, v.Bits}, shape) }

// Uniforms returns what every uniform of the program is under the options, derived ones included.
func (o *Oracle) Uniforms(opts ...Option) (map[string]Value, error) {
	l := &lane{o: o, opts: newOptions(opts), uniforms: map[string]arg{}}
	values := map[string]Value{}
	for _, u := range o.p.Uniforms {
		if err := l.bind(u); err != nil {
			return nil, err
		}
		a := l.uniforms[u.Name]
		values[u.Name] = Value{program.TensorType{Dtype: u.Type.Dtype, Shape: a.shape}, a.bits}
	}
	return values, nil
}
