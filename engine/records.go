package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Several tables, uniforms of one axis, may be read at one index: the parts of a tree's node, say, or the
// fields of a slice of structs. A run puts such tables side by side, as records of a table of its own. A lane
// then loads its record at once, where a gather for each table would load it piece by piece. Behind the
// last record is one more, of zeros, for lanes whose index is out of range.

// recordBytes is the most that a record has: a line of the cache.
const recordBytes = 64

// field is a table's place in records.
type field struct {
	record *turns.Records
	turns.RecordField
}

// findRecords finds tables that the turn reads at one index, on machines that have code for that.
func (g *graph) findRecords(set *instructions) {
	if g.width != 8 || !set.target.Has(codegen.LoadRecord+".u64") {
		return
	}
	var indices []string // in order
	of := map[string][]site{}
	for b, block := range g.blocks {
		for i := range block.Instrs {
			if index, ok := g.readsTable(b, i); ok {
				if of[index] == nil {
					indices = append(indices, index)
				}
				of[index] = append(of[index], site{b, i})
			}
		}
	}
	in := map[string]field{}
	for _, index := range indices {
		var names []string
		for _, at := range of[index] {
			if name := g.tableAt(at); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if fresh := slices.DeleteFunc(slices.Clone(names),
			func(name string) bool { return in[name].record != nil }); len(fresh) > 1 {
			g.addRecord(fresh, in)
		}
		// A table alone is read without its record.
		fields := map[*turns.Records]int{}
		for _, name := range names {
			fields[in[name].record]++
		}
		for _, at := range of[index] {
			if f := in[g.tableAt(at)]; f.record != nil && fields[f.record] > 1 {
				g.fields[at] = f
			}
		}
	}
}

// addRecord puts as many tables as there is room for into records, the widest first.
func (g *graph) addRecord(names []string, in map[string]field) {
	size := func(name string) int { return g.memory[g.arrays[name]].typ.Size() }
	sorting.By(names, func(a, b string) int { return cmp.Compare(size(b), size(a)) })
	r := &turns.Records{Name: fmt.Sprintf("records %d", len(g.records)+1)}
	bytes := 0
	for _, name := range names {
		if bytes+size(name) <= recordBytes {
			f := turns.RecordField{Table: name, At: bytes, Size: size(name)}
			r.Fields, in[name] = append(r.Fields, f), field{r, f}
			bytes += f.Size
		}
	}
	for r.Words = 1; 8*r.Words < bytes; {
		r.Words *= 2
	}
	g.records = append(g.records, r)
	g.arrays[r.Name] = g.add(object{name: r.Name, typ: optab.U64, len: r.Words, at: atGiven})
	g.given = append(g.given, given{name: r.Name, typ: optab.I64, table: true},
		given{name: r.Name, typ: optab.I64, axis: 1})
}

// tableAt is the table that an instruction reads.
func (g *graph) tableAt(at site) string {
	return g.blocks[at.block].Instrs[at.instr].(*program.PrimOp).In[0].Name
}

// readsTable reports whether an instruction reads an element of a table that is not in registers, at an index
// of each lane's own, and the variable that the index is.
func (g *graph) readsTable(b, i int) (index string, ok bool) {
	op, ok := g.blocks[b].Instrs[i].(*program.PrimOp)
	if !ok || op.Op.Form() != optab.Index || len(op.In) != 2 || op.In[1].IsLiteral() || op.In[0].IsLiteral() {
		return "", false
	}
	u := g.prog.Uniform(op.In[0].Name)
	if u == nil || len(u.Type.Shape) != 1 || u.Data != nil || within(g.info.Operand(g.blocks[b], i, 1), g.root(b)) {
		return "", false
	}
	name := op.In[1].Name
	for k := i - 1; k >= 0; k-- {
		from, ok := g.blocks[b].Instrs[k].(*program.PrimOp)
		if !ok || !slices.ContainsFunc(from.Out, func(o program.Output) bool { return o.Name == name }) {
			continue
		}
		if from.Op.Info().Row.Name != "checkindex" || from.In[0].IsLiteral() {
			break
		}
		name = from.In[0].Name
	}
	return name, true
}

// loadField is a field of the record whose number is an index.
func (p *phases) loadField(f field, index codegen.Value) codegen.Value {
	k, none := p.g.arrays[f.record.Name], p.uniforms[axisOf(f.record.Name, 0)]
	there := p.Emit(optab.Bool, "lt.u64", index, none)
	number := p.Emit(optab.I64, "select.i64", there, index, none)
	word := codegen.NoValue
	if f.record.Words == 1 {
		word = p.Load(codegen.LoadTable, k, p.Constant(optab.Bool, 1), number)
	} else {
		word = p.LoadRecord(k, f.At/8, number)
	}
	t := p.g.memory[p.g.arrays[f.Table]].typ
	if t.Size() == 8 {
		return p.as(t, word)
	}
	if f.At%8 != 0 {
		word = p.Emit(optab.U64, "shr.u64", word, p.literal(optab.U64, 32))
	}
	if t == optab.I32 {
		return p.Emit(t, "convert_i32.u64", word)
	}
	return p.as(t, p.Emit(optab.U32, "convert_u32.u64", word))
}

// as is a value with the bits of an unsigned integer of its size.
func (p *phases) as(t optab.Type, v codegen.Value) codegen.Value {
	switch t {
	case optab.F64:
		return p.Emit(t, "bitcast_f64.u64", v)
	case optab.F32:
		return p.Emit(t, "bitcast_f32.u32", v)
	}
	return v
}
