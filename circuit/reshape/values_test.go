package reshape

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// What is known of the values of x where a function ends.
func TestFewValues(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []uint64
	}{
		{"literal", "x = copy 3", []uint64{3}},
		{"sum", "x = copy 3\nx = add.i64 x, 4", []uint64{7}},
		{"choice", "c = gt.i64 n, 0\nx = select.i64 c, 9, 2", []uint64{2, 9}},
		{"choice with many", "c = gt.i64 n, 0\nx = select.i64 c, n, 2", nil},
		{"the last bits of many", "x = and.i64 n, 5", nil},
		{"two ways",
			"c = gt.i64 n, 0\n" +
				"branch c, one, other\none:\nx = copy 1\ngoto end\nother:\nx = copy 7\ngoto end\nend:\n" +
				"x = mul.i64 x, 2",
			[]uint64{2, 14}},
		{"one way says nothing",
			"c = gt.i64 n, 0\nx = copy n\nbranch c, one, end\none:\nx = copy 1\ngoto end\nend:\nx = add.i64 x, 0", nil},
		{"a few rounds",
			"x = copy 0\ngoto head\nhead:\nx = add.i64 x, 1\nx = and.i64 x, 3\nc = gt.i64 x, n\n" +
				"branch c, head, end\nend:\nx = sub.i64 x, 0",
			[]uint64{0, 1, 2, 3}},
		{"many rounds",
			"x = copy 0\ngoto head\nhead:\nx = add.i64 x, 1\nc = gt.i64 x, n\n" +
				"branch c, head, end\nend:\nx = sub.i64 x, 0", nil},
		{"all pairs", "c = gt.i64 n, 0\nx = select.i64 c, 2, 3\nx = mul.i64 x, x", []uint64{4, 6, 9}},
		{"what may fault, and does not", "x = copy 6\nx = div.i64 x, 2", []uint64{3}},
		{"what may fault", "c = gt.i64 n, 0\nx = select.i64 c, 2, 0\nx = div.i64 6, x", nil},
		{"a way that is not taken",
			"x = copy 1\nc = gt.i64 x, 0\nbranch c, end, other\nother:\nx = copy 7\ngoto end\nend:\nx = add.i64 x, 0",
			[]uint64{1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := parseText(t,
				"program few source\nvar n : i64\nvar x : i64\nvar c : bool\n"+
					"func main(n) -> (x) {\nstart:\n"+test.body+"\ngoto halt\n}")
			few := newFew(p, program.NewShape(&p.Graph))
			last := len(few.f.Blocks) - 1
			end := few.end(last, few.at[last])
			require.Equal(t, test.want, few.operandValues(program.Ref("x"), &end))
		})
	}
}

// What instructions are noted to do is what they do, one after the other: with operands that are literals, known,
// unknown and uniforms, copies of several at once that swap, operations that fault, and calls.
func TestEffects(t *testing.T) {
	p := parseText(t, `program effects source
uniform u : i64 = 5
uniform w : i64
var n : i64
var x : i64
var y : i64
var z : i64
var c : bool
var a : i64[4]
func f(n) -> (y) {
start:
    y = copy n
    goto halt
}
func main(n) -> (x) {
start:
    x = copy 3
    x = add.i64 x, u
    y = copy x
    x, y = copy y, 4
    x, y = copy y, x
    z = copy n
    z, x = copy x, z
    z = div.i64 y, 0
    z = div.i64 y, 3
    c = gt.i64 z, 1
    x = select.i64 c, y, n
    y = add.i64 w, 1
    a = insert.i64 a, 1, x
    x = index.i64 a, z
    y = copy 8
    y = call f(y)
    x = index.i64 a, 2
    x, y = copy 1, n
    goto halt
}
`)
	c := newConstants(p, program.NewShape(&p.Graph))
	k, byStep := c.nothing(), c.nothing()
	known, asks := 0, 0
	list := c.effects(0)
	for i, in := range c.f.Blocks[0].Instrs {
		c.apply(&list[i], &k)
		step(c, in, &byStep)
		require.True(t, k.equal(byStep), "after instruction %d", i)
		known += k.has.Len()
		asks += len(list[i].asks)
	}
	require.Equal(t, 37, known)
	require.Equal(t, 2, asks)
}

// step says what an instruction does in the plainest way, name by name.
func step(c *constants, in program.Instr, k *known) {
	before := k.clone()
	for _, name := range program.Writes(in, nil) {
		c.set(name, k)
	}
	op, ok := in.(*program.PrimOp)
	if !ok {
		return
	}
	var literals []program.Operand
	for _, o := range op.In {
		if lit, ok := c.operand(o, before); ok {
			literals = append(literals, lit)
		} else {
			literals = append(literals, o)
		}
	}
	if op.Op == program.OpCopy {
		for i, out := range op.Out {
			if len(op.In) == len(op.Out) && literals[i].IsLiteral() {
				c.set(out.Name, k, literals[i].Bits)
			}
		}
		return
	}
	unknown := func(o program.Operand) bool { return !o.IsLiteral() }
	if x, ok := valueOfLiterals(op.Op, literals); ok && c.gives(op) && !slices.ContainsFunc(literals, unknown) {
		c.set(op.Out[0].Name, k, x)
	}
}

// parseText reads a program whose text the test is about.
func parseText(t testing.TB, text string) *program.Program {
	t.Helper()
	p, err := program.Parse("test.lockstep", text)
	require.NoError(t, err)
	return p
}
