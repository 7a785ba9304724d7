package interp

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// DefaultMaxDepth is the depth limit of a run that sets none.
const DefaultMaxDepth = 1 << 20

// Option is a limit or an input of a run.
type Option func(*options)

type options struct {
	maxDepth, maxSteps int
	uniforms           map[string]given
	trace              func(block string)
	watch              func(block string, instr int, operands [][]uint64)
}

// MaxDepth bounds the depth of calls in the source dialect, and of every stack
// in the lowered one; see the package's comment.
func MaxDepth(n int) Option { return func(o *options) { o.maxDepth = n } }

// MaxSteps bounds how many blocks the lane may run; 0 is no bound, and the
// default.
func MaxSteps(n int) Option { return func(o *options) { o.maxSteps = n } }

// given is the value of an input uniform; the shape may be nil.
type given struct {
	bits  []uint64
	shape []int
}

// WithUniform gives the input uniform of that name its elements. If one of its
// dimensions is program.AnyLength, that follows from their number.
func WithUniform(name string, bits ...uint64) Option {
	return func(o *options) { o.uniforms[name] = given{bits: bits} }
}

// WithUniformShape is WithUniform for a uniform with several dimensions of
// program.AnyLength.
func WithUniformShape(name string, shape []int, bits []uint64) Option {
	return func(o *options) { o.uniforms[name] = given{bits, shape} }
}

// Trace calls f with the name of every block before it runs.
func Trace(f func(block string)) Option { return func(o *options) { o.trace = f } }

// Watch calls f before every instruction and every terminator with its block, its
// index in the block, that of a terminator being the number of instructions, and
// the elements of each operand, which f must not change.
func Watch(f func(block string, instr int, operands [][]uint64)) Option {
	return func(o *options) { o.watch = f }
}

func newOptions(opts []Option) options {
	op := options{maxDepth: DefaultMaxDepth, uniforms: map[string]given{}}
	for _, f := range opts {
		f(&op)
	}
	return op
}

// Oracle is a verified program, ready to run any number of lanes. It is not
// changed by running, so lanes may run at the same time.
type Oracle struct {
	p       *program.Program
	in, out []string
	inGo    []program.GoType                // the Go types of the leaves of in,
	outGo   []program.GoType                // and of out, where they are not the stored ones
	types   map[string][]program.TensorType // of the leaves of every variable and uniform
	blocks  map[string]*program.Block
	slots   map[string]int           // of a variable in its function's frame
	sizes   map[string]int           // of a function's frame
	plain   map[*program.PrimOp]kind // what is not other
}

// New verifies a program and makes it ready.
func New(p *program.Program) (*Oracle, error) {
	if err := program.Verify(p); err != nil {
		return nil, fmt.Errorf("interp: %w", err)
	}
	o := &Oracle{
		p: p, in: program.Variables(p.VarsIn), out: program.Variables(p.VarsOut),
		types:  map[string][]program.TensorType{},
		blocks: map[string]*program.Block{},
		slots:  map[string]int{}, sizes: map[string]int{},
		plain: map[*program.PrimOp]kind{},
	}
	for _, d := range p.Flat(p.VarsIn) {
		o.inGo = append(o.inGo, d.Go)
	}
	for _, d := range p.Flat(p.VarsOut) {
		o.outGo = append(o.outGo, d.Go)
	}
	for _, d := range p.VarDefs.All() {
		o.types[d.Name] = d.Type.Flatten()
	}
	for _, u := range p.Uniforms {
		o.types[u.Name] = []program.TensorType{u.Type}
	}
	for _, f := range append([]*program.Function{p.MainFunction()}, p.Functions...) {
		for _, b := range f.Graph.Blocks {
			o.blocks[b.Name] = b
			for _, in := range b.Instrs {
				if op, ok := in.(*program.PrimOp); ok {
					if k := o.kindOf(op); k != other {
						o.plain[op] = k
					}
				}
			}
		}
		o.layOut(f)
	}
	return o, nil
}

// Run runs one lane of a program. inputs are the leaves of VarsIn in order, the
// results those of VarsOut. A fault of the lane comes instead of results. The
// error is about the program, the inputs or the options, not about the lane.
func Run(p *program.Program, inputs []Value, opts ...Option) ([]Value, *Fault, error) {
	o, err := New(p)
	if err != nil {
		return nil, nil, err
	}
	return o.Run(inputs, opts...)
}

// Run runs one lane; see the function Run. Inputs and results are converted to
// the Go types of their variables: see program.AtEdge.
func (o *Oracle) Run(inputs []Value, opts ...Option) ([]Value, *Fault, error) {
	if err := o.checkInputs(inputs); err != nil {
		return nil, nil, err
	}
	l := &lane{o: o, opts: newOptions(opts), uniforms: map[string]arg{}}
	for _, u := range o.p.Uniforms {
		if err := l.bind(u); err != nil {
			return nil, nil, err
		}
	}
	leaves := make([]tensor, len(inputs))
	for i, v := range inputs {
		leaves[i] = atEdge(v.Bits, o.inGo[i])
	}
	var results []tensor
	var fault *Fault
	if o.p.Dialect == program.Source {
		results, fault = l.runSource(leaves)
	} else {
		results, fault = l.runLowered(leaves)
	}
	if fault != nil {
		return nil, fault, nil
	}
	types := o.leafTypes(o.out)
	values := make([]Value, len(results))
	for i, t := range results {
		values[i] = Value{types[i], atEdge(slices.Clone(t), o.outGo[i])} // t may be an input's or a uniform's
	}
	return values, nil, nil
}

// atEdge returns elements as a column of the Go type holds them.
func atEdge(bits []uint64, goType program.GoType) []uint64 {
	if !slices.ContainsFunc(bits, func(x uint64) bool { return program.AtEdge(goType, x) != x }) {
		return bits
	}
	narrow := make([]uint64, len(bits))
	for i, x := range bits {
		narrow[i] = program.AtEdge(goType, x)
	}
	return narrow
}

// bind gives a uniform its value. Those before it have theirs.
func (l *lane) bind(u *program.Uniform) error {
	if u.Def != nil {
		element := func(name string, i int) uint64 { return l.uniforms[name].bits[i] }
		length := func(name string, axis int) int { return l.uniforms[name].shape[axis] }
		l.uniforms[u.Name] = arg{bits: tensor{u.Def.Value(element, length, program.Opcode.Scalar)}}
		return nil
	}
	v := l.opts.uniforms[u.Name]
	if u.Data != nil {
		v = given{bits: u.Data}
	}
	shape, wrong := u.Type.MatchShape(len(v.bits), v.shape)
	if wrong != "" {
		return fmt.Errorf("interp: the uniform %s is %s: %s", u.Name, u.Type, wrong)
	}
	l.uniforms[u.Name] = arg{shape, v.bits}
	return nil
}

// leafTypes returns the types of the variables' leaves.
func (o *Oracle) leafTypes(names []string) []program.TensorType {
	var ts []program.TensorType
	for _, n := range names {
		ts = append(ts, o.types[n]...)
	}
	return ts
}

// tensor is the elements of one leaf. It is never changed once it is stored.
type tensor []uint64

// value is what a variable holds: its leaves.
type value []tensor

// lane is one run.
type lane struct {
	o        *Oracle
	opts     options
	uniforms map[string]arg
	steps    int
}

// store is where a lane's variables are.
type store interface {
	read(variable string) value
	// write stores a value; push asks for a new top. The code is StackOverflow
	// if there may be none, and NoFault otherwise.
	write(variable string, v value, push bool) program.Code
}

// fault returns the fault of an instruction.
func (l *lane) fault(code program.Code, pos program.Pos, msg string) *Fault {
	return &Fault{Code: code, Pos: pos.In(l.o.p.File), Msg: msg}
}

// enter counts a block before it runs.
func (l *lane) enter(b *program.Block) *Fault {
	if l.opts.maxSteps > 0 && l.steps == l.opts.maxSteps {
		pos := b.Term.Position()
		if len(b.Instrs) > 0 {
			pos = b.Instrs[0].Position()
		}
		return l.fault(optab.StepLimit, pos, "")
	}
	l.steps++
	if l.opts.trace != nil {
		l.opts.trace(b.Name)
	}
	return nil
}

// watch shows an instruction or, as the last index of its block, a terminator to
// who asked for it.
func (l *lane) watch(b *program.Block, instr int, s store) {
	if l.opts.watch == nil {
		return
	}
	var ops []program.Operand
	if instr == len(b.Instrs) {
		if o, ok := program.TermOperand(b.Term); ok {
			ops = []program.Operand{o}
		}
	} else {
		switch in := b.Instrs[instr].(type) {
		case *program.PrimOp:
			ops = in.In
		case *program.FunctionCallOp:
			ops = in.In
		}
	}
	elements := make([][]uint64, len(ops))
	for i, o := range ops {
		for _, leaf := range l.operand(o, s) {
			elements[i] = append(elements[i], leaf...)
		}
	}
	l.opts.watch(b.Name, instr, elements)
}

// next returns the block to which a terminator that is not about calls goes,
// or the fault in which it ends.
func (l *lane) next(t program.Terminator, s store) (label string, fault *Fault) {
	switch t := t.(type) {
	case program.GotoOp:
		return t.Target, nil
	case program.BranchOp:
		if l.operand(t.Cond, s)[0][0] != 0 {
			return t.Then, nil
		}
		return t.Else, nil
	case program.SwitchOp:
		x := l.operand(t.X, s)[0][0]
		for i, v := range t.Values {
			if v == x {
				return t.Labels[i], nil
			}
		}
		return t.Default, nil
	case program.FaultOp:
		return "", l.fault(t.Code, t.Pos, t.Msg)
	}
	panic("bug: interp: no terminator: " + program.FormatTerm(t))
}

// operand returns what an operand reads. A literal is a scalar.
func (l *lane) operand(o program.Operand, s store) value {
	if o.IsLiteral() {
		return number(o.Bits)
	}
	if u, ok := l.uniforms[o.Name]; ok {
		return value{u.bits}
	}
	return s.read(o.Name)
}
