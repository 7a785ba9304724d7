package engine

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// memoryTest is the code of one form that reads or writes arrays, and what it is to do.
type memoryTest struct {
	rowCode
	typ, index optab.Type
	n, m       int // elements of the two arrays of each lane
	narrow     int // bytes of an element of the column, if they are fewer than those of the type
	all        bool
	plus       int
	exists     codegen.Existence

	rng *rand.Rand
	// Of each lane: whether it is meant, its index, its value, and its number in the column.
	mask               []bool
	element, v, number []int64
	// What is in memory, as [element][lane], and as elements.
	a, b          [][]uint64
	table, column []uint64
}

// memoryForm is a form: what the builder is told, and what is to happen.
type memoryForm struct {
	name string
	// same: the index is the same for all lanes that are meant.
	same  bool
	build func(t *memoryTest, b *codegen.Builder, mask, index, v, number codegen.Value) codegen.Value
	// model changes memory, and gives what a lane that is meant gets.
	model func(t *memoryTest, lane int) uint64
}

// The arrays of the code: two of each lane, a table, and a column of events of the first.
const (
	arrayA = iota
	arrayB
	arrayTable
	arrayColumnA
	columnLanes = 40
)

func none(f func(t *memoryTest, b *codegen.Builder, mask, index, v, number codegen.Value)) func(
	t *memoryTest, b *codegen.Builder, mask, index, v, number codegen.Value) codegen.Value {
	return func(t *memoryTest, b *codegen.Builder, mask, index, v, number codegen.Value) codegen.Value {
		f(t, b, mask, index, v, number)
		return codegen.NoValue
	}
}

var memoryTests = []memoryForm{
	{codegen.Load, false, func(t *memoryTest, b *codegen.Builder, mask, index, _, _ codegen.Value) codegen.Value {
		return b.Load(codegen.Load, arrayA, mask, index)
	}, func(t *memoryTest, lane int) uint64 { return t.a[t.element[lane]][lane] }},
	{codegen.LoadRow, false, func(t *memoryTest, b *codegen.Builder, _, _, _, _ codegen.Value) codegen.Value {
		return b.LoadRow(codegen.LoadRow, arrayA, t.n-1)
	}, func(t *memoryTest, lane int) uint64 { return t.a[t.n-1][lane] }},
	{codegen.LoadAt, true, func(t *memoryTest, b *codegen.Builder, mask, index, _, _ codegen.Value) codegen.Value {
		return b.LoadAt(codegen.LoadAt, arrayA, t.plus, t.exists, mask, index)
	}, func(t *memoryTest, lane int) uint64 { return t.a[t.element[lane]+int64(t.plus)][lane] }},
	{codegen.LoadTable, false, func(t *memoryTest, b *codegen.Builder, mask, index, _, _ codegen.Value) codegen.Value {
		return b.Load(codegen.LoadTable, arrayTable, mask, index)
	}, func(t *memoryTest, lane int) uint64 { return t.table[t.element[lane]] }},
	{codegen.StoreTable, false, none(func(t *memoryTest, b *codegen.Builder, mask, index, v, _ codegen.Value) {
		b.Write(codegen.StoreTable, arrayTable, 0, 0, mask, v, index)
	}), func(t *memoryTest, lane int) uint64 {
		t.table[t.element[lane]] = uint64(t.v[lane]) & codegen.WidthMask(t.typ)
		return 0
	}},
	{codegen.TableAt, true, func(t *memoryTest, b *codegen.Builder, mask, index, _, _ codegen.Value) codegen.Value {
		return b.LoadAt(codegen.TableAt, arrayTable, 0, codegen.Unsure, mask, index)
	}, func(t *memoryTest, lane int) uint64 { return t.table[t.element[lane]] }},
	{codegen.TableRow, false, func(t *memoryTest, b *codegen.Builder, _, _, _, _ codegen.Value) codegen.Value {
		return b.LoadRow(codegen.TableRow, arrayTable, t.n-1)
	}, func(t *memoryTest, _ int) uint64 { return t.table[t.n-1] }},
	{codegen.Store, false, none(func(t *memoryTest, b *codegen.Builder, mask, index, v, _ codegen.Value) {
		b.Write(codegen.Store, arrayA, 0, 0, mask, v, index)
	}), func(t *memoryTest, lane int) uint64 { return t.write(t.a, int(t.element[lane]), lane) }},
	{codegen.StoreRow, false, none(func(t *memoryTest, b *codegen.Builder, mask, _, v, _ codegen.Value) {
		b.Write(codegen.StoreRow, arrayA, 0, t.n-1, mask, v)
	}), func(t *memoryTest, lane int) uint64 { return t.write(t.a, t.n-1, lane) }},
	{codegen.StoreAt, true, none(func(t *memoryTest, b *codegen.Builder, mask, index, v, _ codegen.Value) {
		b.StoreAt(arrayA, t.plus, t.exists, mask, v, index, mask)
	}), func(t *memoryTest, lane int) uint64 { return t.write(t.a, int(t.element[lane])+t.plus, lane) }},
	{codegen.Fill, false, none(func(t *memoryTest, b *codegen.Builder, mask, _, v, _ codegen.Value) {
		b.Write(codegen.Fill, arrayA, 0, 0, mask, v)
	}), func(t *memoryTest, lane int) uint64 {
		for i := range t.n {
			t.write(t.a, i, lane)
		}
		return 0
	}},
	{codegen.Rows, false, none(func(t *memoryTest, b *codegen.Builder, mask, _, _, _ codegen.Value) {
		b.Write(codegen.Rows, arrayA, arrayB, 1, mask)
	}), func(t *memoryTest, lane int) uint64 {
		for i := range min(t.n-1, t.m) {
			t.a[1+i][lane] = t.b[i][lane]
		}
		return 0
	}},
	{codegen.Part, false, none(func(t *memoryTest, b *codegen.Builder, mask, _, _, _ codegen.Value) {
		b.Write(codegen.Part, arrayA, arrayB, 1, mask)
	}), func(t *memoryTest, lane int) uint64 {
		for i := range min(t.n, t.m-1) {
			t.a[i][lane] = t.b[1+i][lane]
		}
		return 0
	}},
	{codegen.ReadColumn, false, none(func(t *memoryTest, b *codegen.Builder, mask, _, _, number codegen.Value) {
		b.Write(codegen.ReadColumn, arrayA, arrayColumnA, 0, mask, number)
	}), func(t *memoryTest, lane int) uint64 {
		for i := range t.n {
			t.a[i][lane] = t.extended(t.column[int(t.number[lane])*t.n+i])
		}
		return 0
	}},
	{codegen.WriteColumn, false, none(func(t *memoryTest, b *codegen.Builder, mask, _, _, number codegen.Value) {
		b.Write(codegen.WriteColumn, arrayColumnA, arrayA, 0, mask, number)
	}), func(t *memoryTest, lane int) uint64 {
		for i := range t.n {
			t.column[int(t.number[lane])*t.n+i] = t.a[i][lane] & codegen.WidthMask(t.typ)
		}
		return 0
	}},
}

// extended is an element of the column in a row.
func (t *memoryTest) extended(x uint64) uint64 {
	shift := 64 - 8*t.narrow
	switch {
	case t.narrow == 0:
		return x
	case t.typ.IsSigned():
		return uint64(int64(x)<<shift>>shift) & codegen.WidthMask(t.typ)
	}
	return x << shift >> shift
}

func (t *memoryTest) write(to [][]uint64, element, lane int) uint64 {
	to[element][lane] = uint64(t.v[lane]) & codegen.WidthMask(t.typ)
	return 0
}

// narrowed lists how many bytes elements of a column may have: 0 for those of their type.
func narrowed(f memoryForm, target codegen.Target, typ optab.Type, n int) []int {
	list := []int{0}
	if f.name != codegen.ReadColumn && f.name != codegen.WriteColumn || typ != optab.I32 && typ != optab.U32 {
		return list
	}
	for _, bytes := range []int{1, 2} {
		if codegen.InColumns(target, bytes, n) {
			list = append(list, bytes)
		}
	}
	return list
}

// TestMemory runs every form that reads or writes arrays as machine code of each
// instruction set, over sizes around those from which other code is used, and compares with
// what a Go model gives: all of the memory, and what lanes that are meant get.
func TestMemory(t *testing.T) {
	for _, target := range runnable(t) {
		forms := 0
		for _, f := range memoryTests {
			if !target.Has(f.name + ".f64") {
				continue
			}
			forms++
			t.Run(target.Name()+"/"+f.name, func(t *testing.T) {
				ran := 0
				for _, typ := range []optab.Type{optab.I32, optab.U32, optab.U64, optab.F32, optab.F64} {
					for _, width := range []int{4, 8} {
						if width < typ.Size() || typ == optab.U32 && len(narrowed(f, target, typ, 16)) < 2 {
							continue
						}
						sizes := []int{1, 2, 4, 5, 8, 9, 16, 17, 40, 67}
						if testing.Short() { // under an emulator
							sizes = []int{1, 5, 17, 35}
						}
						for i, n := range sizes {
							for _, narrow := range narrowed(f, target, typ, n) {
								test := &memoryTest{
									typ: typ, n: n, m: max(1, n-1+i%3), all: i%3 == 0, plus: i % 2,
									exists: codegen.Existence(i / 3 % 3), narrow: narrow,
									rng: rand.New(rand.NewPCG(uint64(n), uint64(width))),
								}
								test.compile(t, f, target, width)
								for range 6 {
									test.run(t, f)
								}
								test.release()
								ran++
							}
						}
					}
				}
				require.GreaterOrEqual(t, ran, 24)
			})
		}
		require.GreaterOrEqual(t, forms, 15, target.Name())
	}
}

// Rows of the frame: operands, results, words that are addresses, slots, and the arrays.
const (
	memoryMask = iota
	memoryIndex
	memoryValue
	memoryNumber
	memoryResult
	memorySum
	memoryWords
	memorySlots
)

// array is the first row of one of the two arrays.
func (t *memoryTest) array(k int) int {
	first := memorySlots + codegen.FramedSlots/64 + 1 + codegen.PlusMost
	return first + k*(t.n+1+codegen.PlusMost)
}

// busy is how many values are alive while the form runs: more than there are registers.
const busy = 36

func (t *memoryTest) compile(tt *testing.T, f memoryForm, target codegen.Target, width int) {
	t.width, t.masks = width, len(target.Registers(codegen.Mask)) > 0
	if t.index = optab.I64; width == 4 {
		t.index = optab.I32
	}
	b := codegen.NewBuilder(f.name, target.Has)
	for _, a := range []codegen.Array{
		{Type: t.typ, Len: t.n, Addr: at(t.at(t.array(arrayA)))},
		{Type: t.typ, Len: t.m, Addr: at(t.at(t.array(arrayB)))},
		{Type: t.typ, Len: t.n, Addr: at(t.at(memoryWords))},
		{Type: t.typ, Len: t.n, Addr: at(t.at(memoryWords) + 8), Narrow: t.narrow},
	} {
		b.AddArray(a)
	}
	types := []optab.Type{optab.Bool, t.index, t.typ, t.index}
	var params []codegen.Value
	for _, typ := range types {
		params = append(params, b.Param(typ))
	}
	mask, index := params[memoryMask], params[memoryIndex]
	if t.all {
		mask = b.Constant(optab.Bool, 1)
	}
	ts := "." + t.index.String()
	var alive []codegen.Value
	for i := range busy {
		alive = append(alive, b.Emit(t.index, "xor"+ts, index, b.Constant(t.index, uint64(977*i+1))))
	}
	before := alive[0]
	for _, v := range alive[1:] {
		before = b.Emit(t.index, "add"+ts, before, v)
	}
	result := f.build(t, b, mask, index, params[memoryValue], params[memoryNumber])
	sum := before
	for _, v := range alive {
		sum = b.Emit(t.index, "xor"+ts, b.Emit(t.index, "add"+ts, sum, sum), v)
	}
	if result == codegen.NoValue {
		result = params[memoryValue]
	}
	b.F.Results = []codegen.Value{result, sum}
	b.Finish()
	code := codegen.Expand(&b.F, target)
	e := codegen.NewEmitter(codegen.Framed(target, at(t.at(memorySlots))), width)
	t.lanes = e.Lanes
	var regs []codegen.Reg
	for i, typ := range types[:len(code.Params)] {
		regs = append(regs, e.InMemory(typ, at(t.at(i)), 0))
	}
	results, err := e.Call(code, regs)
	require.NoError(tt, err)
	for i, typ := range []optab.Type{t.typ, t.index} {
		store := target.Store(codegen.RegInfo{Bytes: e.Lanes * typ.Size()})
		e.Put(store, codegen.In(results[i]), codegen.Mem(at(t.at(memoryResult+i))))
	}
	if target.Arch() == "amd64" {
		e.Put("VZEROUPPER")
	}
	e.Put("RET")
	made, err := e.Assemble()
	require.NoError(tt, err)
	t.frame = turns.Aligned(t.at(t.array(2)))
	t.entry, t.release, err = mapCode(made.Code)
	require.NoError(tt, err)
}

// run runs the code for random lanes.
func (t *memoryTest) run(tt *testing.T, f memoryForm) {
	t.fill(f.same)
	table, column := t.bytes(t.table), t.columnBytes()
	binary.LittleEndian.PutUint64(t.frame[t.at(memoryWords):], uint64(addressOf(table)))
	binary.LittleEndian.PutUint64(t.frame[t.at(memoryWords)+8:], uint64(addressOf(column)))
	for lane := range t.lanes {
		bit := uint64(0)
		if t.mask[lane] {
			bit = 1
		}
		t.put(memoryMask, optab.Bool, lane, bit)
		t.put(memoryIndex, t.index, lane, uint64(t.element[lane]))
		t.put(memoryValue, t.typ, lane, uint64(t.v[lane])&codegen.WidthMask(t.typ))
		t.put(memoryNumber, t.index, lane, uint64(t.number[lane]))
	}
	t.move(t.a, arrayA, true)
	t.move(t.b, arrayB, true)
	enter(t.entry, unsafe.SliceData(t.frame))
	name := fmt.Sprintf("%s of %s in elements of %d bytes, %d and %d elements, all lanes %v, exists %v",
		f.name, t.typ, t.width, t.n, t.m, t.all, t.exists)
	reads := strings.HasPrefix(f.name, "load") || strings.HasPrefix(f.name, "table")
	for lane := range t.lanes {
		if !t.mask[lane] {
			continue
		}
		if want := f.model(t, lane); reads {
			require.Equal(tt, want, t.get(memoryResult, t.typ, lane), "%s: lane %d", name, lane)
		}
	}
	for lane := range t.lanes {
		require.Equal(tt, t.sum(t.element[lane]), t.get(memorySum, t.index, lane), "%s: what is alive in lane %d", name,
			lane)
	}
	gotA, gotB := rowsOf(t.n, t.lanes), rowsOf(t.m, t.lanes)
	t.move(gotA, arrayA, false)
	t.move(gotB, arrayB, false)
	require.Equal(tt, t.a, gotA, name)
	require.Equal(tt, t.b, gotB, name)
	require.Equal(tt, t.bytes(t.table), table, name)
	require.Equal(tt, t.columnBytes(), column, name)
}

// sum is what the code makes of an index before and behind the form.
func (t *memoryTest) sum(index int64) uint64 {
	alive := func(i int) uint64 { return uint64(index) ^ uint64(977*i+1) }
	s := alive(0)
	for i := 1; i < busy; i++ {
		s += alive(i)
	}
	for i := range busy {
		s = (s + s) ^ alive(i)
	}
	return s & codegen.WidthMask(t.index)
}

// fill makes lanes and memory. Lanes that are not meant have an index that is out of range.
func (t *memoryTest) fill(same bool) {
	t.mask, t.element, t.v = make([]bool, t.lanes), make([]int64, t.lanes), make([]int64, t.lanes)
	t.number = make([]int64, t.lanes)
	numbers := t.rng.Perm(columnLanes)
	if !same {
		t.plus = 0
	}
	t.plus = min(t.plus, t.n-1)
	one, few := t.rng.IntN(t.n-t.plus), t.rng.IntN(4)
	for lane := range t.lanes {
		t.mask[lane] = t.all || few > 0 && t.rng.IntN(few) == 0
		t.element[lane], t.v[lane], t.number[lane] = int64(t.rng.IntN(t.n)), t.rng.Int64(), int64(numbers[lane])
		if same {
			t.element[lane] = int64(one)
		}
		if !t.mask[lane] {
			t.element[lane] = []int64{-1, int64(t.n), 1 << 30, -1 << 31, t.element[lane]}[t.rng.IntN(5)]
			t.number[lane] = -1
		}
	}
	random := func() uint64 { return t.rng.Uint64() & codegen.WidthMask(t.typ) }
	t.a, t.b = rowsOf(t.n, t.lanes), rowsOf(t.m, t.lanes)
	for _, rows := range [][][]uint64{t.a, t.b} {
		for i := range rows {
			for lane := range t.lanes {
				rows[i][lane] = random()
			}
		}
	}
	t.table, t.column = make([]uint64, t.n), make([]uint64, columnLanes*t.n)
	for _, list := range [][]uint64{t.table, t.column} {
		for i := range list {
			list[i] = random()
		}
	}
}

func rowsOf(n, lanes int) [][]uint64 {
	rows := make([][]uint64, n)
	for i := range rows {
		rows[i] = make([]uint64, lanes)
	}
	return rows
}

// bytes are elements as they are in memory.
func (t *memoryTest) bytes(list []uint64) []byte {
	var b []byte
	for _, v := range list {
		b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:t.typ.Size()]...)
	}
	return b
}

// columnBytes is the column as it is in memory.
func (t *memoryTest) columnBytes() []byte {
	wide := t.bytes(t.column)
	if t.narrow == 0 {
		return wide
	}
	var b []byte
	for i := range t.column {
		b = append(b, wide[i*t.typ.Size():][:t.narrow]...)
	}
	return b
}

// move moves an array between the frame and rows.
func (t *memoryTest) move(rows [][]uint64, array int, in bool) {
	size := t.typ.Size()
	for i := range rows {
		for lane := range t.lanes {
			at := t.frame[t.at(t.array(array))+(i*t.lanes+lane)*size:]
			if in {
				copy(at, t.bytes(rows[i][lane:lane+1]))
				continue
			}
			var b [8]byte
			copy(b[:], at[:size])
			rows[i][lane] = binary.LittleEndian.Uint64(b[:])
		}
	}
}
