package lower

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// Passes change programs in place, so no two instructions or blocks may have
// memory in common: not even room behind a list that both could append to.
func TestNothingIsShared(t *testing.T) {
	programs := []*program.Program{goldenProgram(t, "fib"), goldenProgram(t, "static_parameter"), hundredLines(t)}
	r := rand.New(rand.NewPCG(15, 16))
	for range 300 {
		data := make([]byte, 300)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		programs = append(programs, strict.Generate(data))
	}
	for i, p := range programs {
		q := p.Clone()
		requireApart(t, "clone", q)
		for _, pass := range Passes {
			if i%2 > 0 && !pass.Required && r.IntN(4) == 0 {
				continue
			}
			var err error
			q, err = pass.Change(q)
			require.NoError(t, err)
			requireApart(t, pass.Name, q)
		}
	}
}

func requireApart(t *testing.T, pass string, p *program.Program) {
	t.Helper()
	owner := map[any]string{}
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			claim(t, pass, owner, blk, blk.Name)
			claimAll(t, pass, owner, blk.Instrs, blk.Name)
			for i, in := range blk.Instrs {
				who := fmt.Sprint(blk.Name, " ", i)
				claim(t, pass, owner, in, who)
				switch in := in.(type) {
				case *program.PrimOp:
					claimAll(t, pass, owner, in.In, who)
					claimAll(t, pass, owner, in.Out, who)
				case *program.FunctionCallOp:
					claimAll(t, pass, owner, in.In, who)
					claimAll(t, pass, owner, in.Out, who)
				case *program.PopOp:
					claimAll(t, pass, owner, in.Vars, who)
				}
			}
		}
	}
}

func claim(t *testing.T, pass string, owner map[any]string, what any, who string) {
	t.Helper()
	if other, ok := owner[what]; ok {
		t.Fatalf("after %s: %s and %s share a %T", pass, other, who, what)
	}
	owner[what] = who
}

// claimAll claims the elements of a list and the room behind them.
func claimAll[T any](t *testing.T, pass string, owner map[any]string, list []T, who string) {
	t.Helper()
	list = list[:cap(list)]
	for i := range list {
		claim(t, pass, owner, &list[i], who)
	}
}
