package reshape

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// Loops that end, or may be known to, and such that have another round whatever is known.
func TestEndless(t *testing.T) {
	for _, test := range []struct {
		name, body string
		endless    bool
	}{
		{"a number of rounds that lanes bring", "c = lt.i64 i, n\nbranch c, body, done\nbody:\ngoto next", true},
		{"a number of rounds", "c = lt.i64 i, 5\nbranch c, body, done\nbody:\ngoto next", false},
		{"a break",
			"c = lt.i64 i, 5\nbranch c, body, done\nbody:\nc = eq.i64 i, n\nbranch c, done, next", false},
		{"two ways on, one of them known",
			"c = lt.i64 i, n\nbranch c, body, done\n" +
				"body:\nc = eq.i64 i, 2\nbranch c, next, other\nother:\ngoto next", true},
		{"a way out that may be known",
			"c = lt.i64 i, n\nbranch c, body, done\nbody:\nc = eq.i64 i, 2\nbranch c, next, done", false},
		{"a limit that one round may set",
			"c = lt.i64 i, m\nbranch c, body, done\nbody:\nm = select.i64 c, 3, n\nm = copy 3\ngoto next", false},
		{"a limit that is never known",
			"m = add.i64 n, i\nc = lt.i64 i, m\nbranch c, body, done\nbody:\ngoto next", true},
		{"a condition of before", "branch b, body, done\nbody:\ngoto next", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := parseText(t, "program p source\nvar n : i64\nvar m : i64\nvar i : i64\nvar b : bool\nvar c : bool\n"+
				"func main(n) -> (i) {\nstart:\nm, i = copy n, 0\nb = gt.i64 n, 7\ngoto loop\nloop:\n"+test.body+
				"\nnext:\ni = add.i64 i, 1\ngoto loop\ndone:\ngoto halt\n}")
			f := program.NewShape(&p.Graph)
			loops := loopsOf(f)
			require.Len(t, loops, 1)
			require.Equal(t, test.endless, newConstants(p, f).isEndless(loops[0]))
		})
	}
}

// Of no drawn loop that is endless does following its rounds tell how many there are.
func TestEndlessHasNoRounds(t *testing.T) {
	r, endless, counted := rand.New(rand.NewPCG(5, 6)), 0, 0
	instrs := []string{
		"i = add.i64 i, 1", "m = copy i", "m = copy n", "m = add.i64 m, i", "i, m = copy m, i",
		"m = select.i64 b, 3, i",
		"b = lt.i64 i, 6", "c = lt.i64 i, m", "c = gt.i64 m, n", "b = copy c", "c = and.bool b, c", "m = copy 4",
	}
	draw := func(list []string) string { return list[r.IntN(len(list))] }
	for range 5000 {
		text := "program p source\nvar n : i64\nvar m : i64\nvar i : i64\nvar b : bool\nvar c : bool\n" +
			"func main(n) -> (i) {\nstart:\nm, i = copy " + draw([]string{"n", "5"}) + ", 0\nb, c = copy true, true\n" +
			draw(instrs) + "\ngoto block0\n"
		for b := range 4 {
			on := []string{"block0", "done"}
			for to := b + 1; to < 4; to++ {
				on = append(on, "block"+strconv.Itoa(to), "block"+strconv.Itoa(to))
			}
			text += "block" + strconv.Itoa(b) + ":\n"
			for range r.IntN(4) {
				text += draw(instrs) + "\n"
			}
			text += "branch " + draw([]string{"b", "c"}) + ", " + draw(on) + ", " + draw(on) + "\n"
		}
		p := parseText(t, text+"done:\ngoto halt\n}")
		f := program.NewShape(&p.Graph)
		e := &expander{p: p, b: edit.Bodies(p)[0], loops: loopsOf(f), c: newConstants(p, f)}
		e.asks = make([]bool, len(f.Blocks))
		for _, l := range e.loops {
			n, _, _ := e.count(l, e.entry(l, e.c.at))
			if e.c.isEndless(l) {
				endless++
				require.Zero(t, n, text)
			} else if n > 0 {
				counted++
			}
		}
	}
	require.Greater(t, endless, 100)
	require.Greater(t, counted, 100)
}
