package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Arrays of lanes are where the machine has them, rows [element][lane] of its gang, in superblocks too. To the
// code they are tables of which each lane has its own elements. One is replaced in place, in the lanes that are
// still there: lanes that leave later have it, as their way out says. So an array has to be one from the
// beginning of a superblock to its end: none is read as it was before an element was replaced, and none becomes
// another variable's.

// blockTable is an array of the code: a uniform, or the elements of a variable, if that is not negative.
type blockTable struct{ uniform, variable int }

// blockArrays tells which values are arrays.
type blockArrays struct {
	of   map[int]int // whose elements a value has: a variable
	now  map[int]int // the value that has what is in memory, of each variable
	from map[int]int // and that which had it at the beginning
	// copied is set if some array would have to be copied.
	copied bool
}

func newBlockArrays() blockArrays {
	return blockArrays{map[int]int{}, map[int]int{}, map[int]int{}, false}
}

// begin notes the top of a variable.
func (a *blockArrays) begin(value, variable int) {
	a.of[value], a.now[variable], a.from[variable] = variable, value, value
}

// read returns the variable whose elements in memory a value has.
func (a *blockArrays) read(value int) (variable int, ok bool) {
	variable, ok = a.of[value]
	if !ok || a.now[variable] != value {
		a.copied = true
		return 0, false
	}
	return variable, true
}

// inRows reports whether a value of a block may be an array in rows: that of a variable, or what becomes of it.
func inRows(v *plan.Value) bool {
	return v.Elems > 1 && v.Uniform == 0 && (v.Kind == plan.Top || v.Kind == plan.Temp) && v.Dtype != optab.Bool
}

// elementAt is where an element of a variable is for each lane, counted from its first.
func (b *blockBody) elementAt(variable int, element codegen.Value) codegen.Value {
	rows := b.part(uniformPart{rows: variable + 1}, optab.I64)
	return b.Emit(optab.I64, "add.i64", b.Emit(optab.I64, "mul.i64", element, rows), b.lanes)
}

// arrayElement adds a reading of an element of each lane's array.
func (b *blockBody) arrayElement(value int, element, mask codegen.Value) codegen.Value {
	typ := b.Values[value].Dtype
	variable, ok := b.arrays.read(value)
	if !ok {
		return b.Constant(typ, 0)
	}
	return b.Load(codegen.LoadTable, b.table(blockTable{-1, variable}, typ), mask, b.elementAt(variable, element))
}

// element adds a reading of a uniform, or of an array of each lane, at an index, and returns the lanes in which
// that is out of range, or NoValue.
func (b *blockBody) element(st *plan.Step) (v, fault codegen.Value) {
	at, fault := b.locate(st)
	mask := b.active
	if fault != codegen.NoValue {
		mask = b.Emit(optab.Bool, "andnot.bool", b.active, fault)
	}
	u, typ := b.Values[st.X.ID].Uniform-1, b.Values[st.X.ID].Dtype
	if u < 0 {
		return b.arrayElement(st.X.ID, at, mask), fault
	}
	b.widen(optab.I64)
	return b.Load(codegen.LoadTable, b.table(blockTable{u, -1}, typ), mask, at), fault
}

// table is the number of an array of the code.
func (b *blockBody) table(t blockTable, typ optab.Type) int {
	b.widen(typ)
	k := slices.Index(b.tables, t)
	if k < 0 {
		k = b.AddArray(codegen.Array{Type: typ, Len: 1})
		b.tables = append(b.tables, t)
	}
	return k
}

// locate is the number of the element that a step means, and the lanes in which there is none, or NoValue.
func (b *blockBody) locate(st *plan.Step) (at, fault codegen.Value) {
	u := b.Values[st.X.ID].Uniform - 1
	at, fault = b.Constant(optab.I64, 0), codegen.NoValue
	for axis, r := range st.Idx {
		i, n := b.value(r), b.Constant(optab.I64, uint64(st.Dims[axis]))
		if st.Dims[axis] == program.AnyLength {
			n = b.part(uniformPart{uniform: u, axis: axis + 1}, optab.I64)
		}
		at = b.Emit(optab.I64, "add.i64", b.Emit(optab.I64, "mul.i64", at, n), i)
		fault = either(b.Builder, fault, b.Emit(optab.Bool, "ge.u64", i, n))
	}
	return b.Emit(optab.I64, "add.i64", at, b.Constant(optab.I64, uint64(st.X.Off))), fault
}

// insert adds the replacing of an element, in the lanes that are there.
func (b *blockBody) insert(st *plan.Step, element, v codegen.Value) {
	variable, ok := b.arrays.read(st.X.ID)
	if !ok {
		return
	}
	k := b.table(blockTable{-1, variable}, b.Values[st.X.ID].Dtype)
	b.Write(codegen.StoreTable, k, 0, 0, b.active, v, b.elementAt(variable, element))
	b.arrays.of[st.Dst], b.arrays.now[variable] = variable, st.Dst
}

// checkArrays looks whether lanes that leave now have in memory what their changes say.
func (b *blockBody) checkArrays(changes []plan.Change) {
	for _, c := range changes {
		if b.Plan.Vars[c.Var].Elems == 1 {
			continue
		}
		variable, ok := b.arrays.of[c.Src.ID]
		if c.StackEffects() || c.Update && (!ok || variable != c.Var || b.arrays.now[c.Var] != c.Src.ID) {
			b.arrays.copied = true
		}
	}
	for variable, value := range b.arrays.now {
		changed := func(c plan.Change) bool { return c.Var == variable && c.Update }
		if value != b.arrays.from[variable] && !slices.ContainsFunc(changes, changed) {
			b.arrays.copied = true
		}
	}
}
