package engine

import (
	"cmp"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// What an innermost loop changes in each round is best in registers: in the frame, the next round waits until what this
// one stored is loaded again, which takes as long as two or three operations. Where no register was left for that, it
// has those of variables and masks that the loop leaves alone, which are in the frame meanwhile. It is a guest there.

// guest is a variable or mask of a group that has the register of a host in a loop.
type guest struct {
	of, host place
	reg      codegen.Reg
}

// place is a variable of a group, or behind the variables a mask.
type place struct{ group, i int }

// at is where the turn has the register of a place.
func (t *turn) at(p place) *codegen.Reg {
	if p.i < len(t.state) {
		return &t.vars[p.group][p.i]
	}
	return &t.masks[p.group][p.i-len(t.state)]
}

// guests chooses guests of a region's loop.
func (t *turn) guests(it *item) (list []guest) {
	n := len(t.state) + t.layout.masks
	uses, changed := make([]int, n), make([]bool, n)
	for _, part := range it.items {
		if part.region != nil {
			return nil
		}
		args := make([]int, len(part.Types))
		for _, in := range part.Code {
			for _, a := range in.Args {
				args[a]++
			}
		}
		for i := range n {
			uses[i] += args[part.Params[i]]
			changed[i] = changed[i] || part.Results[i] != part.Params[i]
		}
	}
	var wanted, hosts []place
	for g := range t.groups {
		for i := range n {
			p := place{g, i}
			switch pinned := t.isPinned(*t.at(p)); {
			case i < len(t.state) && t.sameAt(i):
			case pinned && uses[i] == 0 && !changed[i]:
				hosts = append(hosts, p)
			case !pinned && changed[i]:
				wanted = append(wanted, p)
			}
		}
	}
	sorting.By(wanted, func(a, b place) int { return cmp.Compare(uses[b.i], uses[a.i]) })
	for _, p := range wanted {
		of := t.Regs[*t.at(p)]
		k := slices.IndexFunc(hosts, func(host place) bool {
			r := t.Regs[*t.at(host)]
			return r.Class == of.Class && r.Bytes == of.Bytes
		})
		if k >= 0 {
			list = append(list, guest{p, hosts[k], *t.at(hosts[k])})
			hosts = slices.Delete(hosts, k, k+1)
		}
	}
	return list
}

// back is the change of places that undoes one: hosts are guests of their guests.
func back(list []guest) []guest {
	undone := slices.Clone(list)
	for i, x := range list {
		undone[i].of, undone[i].host = x.host, x.of
	}
	return undone
}

// move stores what hosts have, and loads what guests have.
func (t *turn) move(list []guest) {
	for _, x := range list {
		t.toFrame(x.host, x.reg)
	}
	for _, x := range list {
		t.fromFrame(x.of, x.reg)
	}
}

// lend says that guests have the registers of hosts from now on.
func (t *turn) lend(list []guest) {
	for _, x := range list {
		row, typ := t.home(x.host.group, x.host.i)
		*t.at(x.host), *t.at(x.of) = t.inFrame(typ, row), x.reg
	}
}

func (t *turn) toFrame(p place, r codegen.Reg) {
	row, typ := t.home(p.group, p.i)
	t.Put(t.transfer(typ), codegen.In(r), codegen.Mem(at(row)))
}

func (t *turn) fromFrame(p place, r codegen.Reg) {
	row, typ := t.home(p.group, p.i)
	t.Put(t.transfer(typ), codegen.Mem(at(row)), codegen.Out(r))
}
