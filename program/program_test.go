package program_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

func TestBroadcastShapes(t *testing.T) {
	for _, tt := range []struct{ a, b, want []int }{
		{nil, nil, nil},
		{nil, []int{3}, []int{3}},
		{[]int{2, 3}, []int{3}, []int{2, 3}},
		{[]int{2, 1}, []int{1, 3}, []int{2, 3}},
		{[]int{1}, []int{1}, []int{1}},
		{[]int{5, 1, 4}, []int{3, 1}, []int{5, 3, 4}},
	} {
		for range 2 {
			got, ok := program.BroadcastShapes(tt.a, tt.b)
			require.True(t, ok)
			require.Equal(t, tt.want, got)
			tt.a, tt.b = tt.b, tt.a // the rule is symmetric
		}
	}
	_, ok := program.BroadcastShapes([]int{2, 3}, []int{2})
	require.False(t, ok)
}

func TestBroadcastOffsets(t *testing.T) {
	require.Equal(t, []int{0, 0, 0}, program.BroadcastOffsets(nil, []int{3}))
	require.Equal(t, []int{0, 1, 2, 0, 1, 2}, program.BroadcastOffsets([]int{3}, []int{2, 3}))
	require.Equal(t, []int{0, 0, 0, 1, 1, 1}, program.BroadcastOffsets([]int{2, 1}, []int{2, 3}))
	require.Equal(t, []int{0}, program.BroadcastOffsets(nil, nil))
}

func TestPatterns(t *testing.T) {
	scalar := func(d program.Dtype) program.Type { return program.Of(program.Scalar(d)) }
	p := program.Tuple(scalar(program.F64), program.Record([]string{"x", "y"},
		[]program.Type{scalar(program.I64), scalar(program.Bool)}))
	require.Equal(t, []string{"many.0", "many.1.x", "many.1.y"}, p.Paths("many"))
	require.Len(t, p.Flatten(), 3)
	require.False(t, p.IsLeaf())
	require.Panics(t, func() { p.Leaf() })
	require.Panics(t, func() { program.Record([]string{"x"}, []program.Type{}) })

	names := program.MapPattern(p, func(t program.TensorType) string { return t.String() })
	require.Equal(t, []string{"f64", "i64", "bool"}, names.Flatten())
	require.True(t, program.SameShape(p, names))
	require.False(t, program.SameShape(p, program.Leaves("a", "b", "c")))
}

func TestVarDefs(t *testing.T) {
	var d program.VarDefs
	f64 := program.Of(program.Scalar(program.F64))
	for _, n := range []string{"b", "a", "c"} {
		d.Add(n, f64)
	}
	c := d.Clone()
	c.Add("d", f64)
	require.Equal(t, 3, d.Len(), "a clone is independent")
	require.True(t, c.Has("d"))
	var kept []string
	keep := c.Keep(func(n string) bool { return n != "a" })
	for _, v := range keep.All() {
		kept = append(kept, v.Name)
	}
	require.Equal(t, []string{"b", "c", "d"}, kept, "in the order of declaration")
}

// Passes work on clones; the original must not notice.
func TestCloneIsIndependent(t *testing.T) {
	for _, file := range lockstepFiles(t) {
		p := parseFile(t, file)
		before := p.String()
		q := p.Clone()
		require.True(t, program.Equal(p, q))
		for _, b := range q.Graph.Blocks {
			b.Name = "renamed." + b.Name
			for _, in := range b.Instrs {
				if op, ok := in.(*program.PrimOp); ok {
					op.Out[0].Name = "changed"
					for i := range op.In {
						op.In[i] = program.Ref("changed")
					}
				}
			}
			b.Term = b.Term.WithTargets(func(l string) string { return "renamed." + l })
		}
		q.VarDefs.Add("changed", program.Of(program.Scalar(program.F64)))
		require.Equal(t, before, p.String(), file)
		require.False(t, program.Equal(p, q))
	}
}

func TestLookups(t *testing.T) {
	p := parseFile(t, "testdata/text/every_terminator_lowered.lockstep")
	require.Equal(t, program.Register, p.Alloc("n"))
	require.Equal(t, program.Full, p.Alloc("f.n"), "what has no entry is full")
	require.Equal(t, len(p.Graph.Blocks), p.Graph.BlockIndex(program.Exit))
	require.Equal(t, -1, p.Graph.BlockIndex("gone"))
	require.Equal(t, "back", p.Graph.Block("back").Name)
	require.Nil(t, p.Graph.Block(program.Exit))
	require.Equal(t, "f_entry", p.Function("f").Entry)
	require.Nil(t, p.Function("gone"))
	require.Equal(t, "entry", p.MainFunction().Entry)
	typ, ok := p.TensorTypeOf("table")
	require.True(t, ok)
	require.Equal(t, "f64[2]", typ.String())
}

func TestOpcodes(t *testing.T) {
	for _, op := range program.Opcodes() {
		got, ok := program.ParseOpcode(op.String())
		require.True(t, ok)
		require.Equal(t, op, got)
		require.True(t, program.IsName(op.String()), "a mnemonic is a name of the text form")
		row, _, _ := strings.Cut(op.String(), ".")
		require.Equal(t, op, program.OpcodeFor(row, op.Info().Type))
	}
	require.Equal(t, program.OpInvalid, program.OpcodeFor("and", program.F64))
	require.False(t, program.OpInvalid.IsValid())
	require.Panics(t, func() { program.OpInvalid.Info() })
}
