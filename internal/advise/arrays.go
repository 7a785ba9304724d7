package advise

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

const (
	// largeArray is how many bytes an array of each lane may have before any
	// access at a computed index is worth a word, in a loop or not: 512 lanes
	// of it fill a quarter of a second-level cache.
	largeArray = 512
	// largeInCode is the same for machine code, which has few lanes of it.
	largeInCode = 4 << 10
	// smallGang is how few lanes in flight are: the price of a step, paid once for
	// all of them, shows.
	smallGang = 128
)

const arrayHint = "share the array as a table or a uniform, or write short loops out so that indices are constants"

// array warns of a loop that is mostly accesses to the lanes' own arrays.
func (a *advisor) array(l loopCost) {
	largest := l.arrays[0]
	for _, name := range l.arrays {
		a.cover(name)
		if a.bytes(name) > a.bytes(largest) {
			largest = name
		}
	}
	if a.isGuess(largest) {
		return
	}
	a.warn(l.at[array], LaneArray, "%s a round to %s of the lane's own at a computed index: %s%s; %s",
		accesses(l.n[array]), a.describe(largest), a.aRound(l.price), a.crowd(largest), arrayHint)
}

// arrays warns of accesses to large arrays that no loop was warned of for.
func (a *advisor) arrays() {
	for _, b := range a.shape.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || a.sortOf(op) != array || !op.Pos.IsValid() {
				continue
			}
			name := op.In[0].Name
			cost := a.priceOf(op, loopShare)
			if a.covered[name] || a.bytes(name) <= a.largeArray() || a.isGuess(name) || !a.slow(cost) {
				continue
			}
			a.cover(name)
			a.warn(op.Pos, LaneArray, "an access to %s of the lane's own at a computed index: about %s ns in "+
				"lockstep, %s ns in the compiled loop%s; %s",
				a.describe(name), ns(a.batch(cost)), ns(cost.loop), a.crowd(name), arrayHint)
		}
	}
}

// code reports whether there is machine code.
func (a *advisor) code() bool { return a.lanes || a.scalar }

// largeArray is how many bytes an array may have that is read once.
func (a *advisor) largeArray() int {
	if a.code() {
		return largeInCode
	}
	return largeArray
}

func (a *advisor) cover(name string) {
	if a.covered == nil {
		a.covered = map[string]bool{}
	}
	a.covered[name] = true
}

// state warns of programs of which few lanes fit into the caches, unless an
// array that has been warned of is why.
func (a *advisor) state() {
	if a.m.Gang == 0 || a.m.Gang > smallGang || len(a.covered) > 0 || a.code() {
		return
	}
	defs := slices.Clone(a.p.VarDefs.All())
	slices.SortStableFunc(defs, func(x, y program.VarDef) int { return a.bytes(y.Name) - a.bytes(x.Name) })
	if len(defs) == 0 {
		return
	}
	a.warn(a.start(), LaneState, "%s keeps %d bytes for each lane, so that only %d lanes are in flight at once; a "+
		"block costs about 130 ns before any lane is counted, which is then %s ns a lane instead of %s; "+
		"the largest part is %s: share it between lanes as a uniform, or make it smaller",
		a.p.Name, a.m.StateBytes, a.m.Gang, ns(130/float64(a.m.Gang)), ns(blockPrice), a.describe(defs[0].Name))
}

// start is the first position of the program.
func (a *advisor) start() program.Pos {
	for _, b := range a.shape.Blocks {
		for _, in := range b.Instrs {
			if pos := in.Position(); pos.IsValid() {
				return pos
			}
		}
		if pos := b.Term.Position(); pos.IsValid() {
			return pos
		}
	}
	return program.Pos{}
}

// crowd says how few lanes are in flight because of a large array.
func (a *advisor) crowd(name string) string {
	if a.m.Gang == 0 || a.m.Gang > smallGang || a.bytes(name) <= largeArray || a.code() {
		return ""
	}
	return fmt.Sprintf(", and %d bytes a lane leave only %d lanes in flight", a.m.StateBytes, a.m.Gang)
}

// describe names a variable by its type: its name in the program is not
// always one in the source.
func (a *advisor) describe(name string) string {
	t, ok := a.p.TensorTypeOf(name)
	if !ok {
		return name
	}
	goType := a.p.VarDefs.Def(name).Go
	if goType == program.GoStored {
		goType = program.GoTypeOf(t.Dtype)
	}
	if len(t.Shape) == 0 {
		return "a " + goType.String()
	}
	text := "an array "
	for _, n := range t.Shape {
		text += fmt.Sprintf("[%d]", n)
	}
	return text + goType.String()
}
