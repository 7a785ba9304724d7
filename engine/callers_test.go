package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A function that calls itself twice and adds, as lowering leaves it: its leaf takes back n.
const recursive = `program sum lowered

var n : i64 full
var r : i64 register
var left : i64 full
var c : bool temporary

func f(n) -> (r) at f.entry

func main() -> (r) {
start:
    push n = copy 5
    pushgoto start.ret, f.entry
start.ret:
    goto halt
f.entry:
    c = lt.i64 n, 2
    branch c, f.leaf, f.more
f.leaf:
    r = copy n
    pop n
    return
f.more:
    push n = sub.i64 n, 1
    pushgoto f.ret1, f.entry
f.ret1:
    push left = copy r
    n = sub.i64 n, 2
    pushgoto f.ret2, f.entry
f.ret2:
    r = add.i64 left, r
    pop left
    return
}
`

func TestCallersTakeBack(t *testing.T) {
	p, err := program.Parse("sum.lockstep", recursive)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	before := p.String()
	moved := callersTakeBack(p)
	require.Equal(t, before, p.String(), "the program is as it was")
	text := func(block string) string {
		b := moved.Graph.Block(block)
		var list []string
		for _, in := range b.Instrs {
			list = append(list, strings.TrimSpace(program.FormatInstr(in)))
		}
		return strings.Join(list, "; ")
	}
	for _, want := range []struct{ block, text string }{
		{"start", "n = copy 5"}, // what it was is not needed
		{"start.ret", ""},
		{"f.leaf", "r = copy n"},
		{"f.ret1", "pop n; push left = copy r; n = sub.i64 n, 2"},
		{"f.ret2", "r = add.i64 left, r; pop left"},
	} {
		require.Equal(t, want.text, text(want.block), want.block)
	}
	require.Equal(t, moved.String(), callersTakeBack(moved).String(), "once is enough")
}

func TestFunctions(t *testing.T) {
	p, err := program.Parse("sum.lockstep", recursive)
	require.NoError(t, err)
	fs := functions(p.Graph.Blocks)
	require.Len(t, fs, 2)
	require.ElementsMatch(t, []string{"start", "start.ret"}, fs[0].blocks)
	require.ElementsMatch(t, []string{"f.entry", "f.leaf", "f.more", "f.ret1", "f.ret2"}, fs[1].blocks)
	require.ElementsMatch(t, []string{"start.ret", "f.ret1", "f.ret2"}, fs[1].sites)

	to := returns(p.Graph.Blocks)
	require.ElementsMatch(t, fs[1].sites, to["f.leaf"])
	require.ElementsMatch(t, fs[1].sites, to["f.ret2"])

	blocks := blocksByName(p.Graph.Blocks)
	for _, want := range []struct {
		name string
		main heights
		f    heights
	}{
		{"n", heights{most: 1}, heights{most: 1, least: -1, net: -1, returns: true}},
		{"left", heights{}, heights{most: 1, returns: true}},
	} {
		all := heightsOf(fs, blocks, want.name)
		require.Equal(t, want.main, *all["start"], want.name)
		require.Equal(t, want.f, *all["f.entry"], want.name)
	}
}

// Phases behind calls stand behind the returns to them, and those that return again before those
// that call again.
func TestOrderOfReturns(t *testing.T) {
	p, err := program.Parse("sum.lockstep", recursive)
	require.NoError(t, err)
	g, err := newHostingGraph(p, noHosts, UsualNesting)
	require.NoError(t, err)
	var names []string
	for _, b := range g.blocks {
		names = append(names, b.Name)
	}
	at := func(name string) int { return slices.Index(names, name) }
	require.Equal(t, "start", names[0])
	require.Less(t, at("f.leaf"), at("f.ret2"))
	require.Less(t, at("f.ret2"), at("f.ret1"))
	require.Equal(t, at("f.entry")+1, at("f.more"))
	require.True(t, g.stacked["left"])
	require.False(t, g.stacked["n"])
}
