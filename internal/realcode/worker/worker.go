// Package worker evaluates compiled Go functions for another process, over
// plain numbers. The tests of realcode copy this file into the module that they
// build, so it imports nothing but the standard library.
//
// A value is a row of 64-bit words, one for each number in it: a float's or an
// integer's bits, 0 or 1 for a bool. Numbers narrower than 64 bits are zero
// extended. What is at which word follows from a list of [Leaf], the same on
// both sides.
//
// Read first: [Serve].
package worker

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
	"unsafe"
)

// Leaf is a number inside a Go value.
type Leaf struct {
	Off  uintptr // from the value's start
	Size uint8   // in bytes
}

// Function is a compiled function that takes its arguments from a row and
// leaves its results there.
type Function func(r *Row)

// Request says which function is to be run over how many rows. The rows follow,
// In words each, and the answer has rows of Out words.
type Request struct {
	Function uint32
	Lanes    uint32
	Len      uint32 // of every slice among the parameters
	// Varying is 1 if a row has each slice's own length behind its elements; Len
	// is then the capacity.
	Varying uint32
	In, Out uint32
	Seconds uint32 // that all lanes may take
	// Rounds, if not 0, is how often the lanes are run to be timed; there are no results then.
	Rounds uint32
}

// Stuck, in place of the number of texts, says that a lane did not end in time;
// the lane's number follows, and the process has ended.
const Stuck = ^uint32(0)

// ResultCap is how many elements of a slice that is a result are in the row.
const ResultCap = 64

// Row is the arguments and results of one lane.
type Row struct {
	in, out  []uint64
	len      int
	varying  bool
	messages *messages
}

// messages numbers texts from 1.
type messages struct {
	texts []string
	index map[string]uint64
}

func (m *messages) number(text string) uint64 {
	n, ok := m.index[text]
	if !ok {
		m.texts = append(m.texts, text)
		n = uint64(len(m.texts))
		m.index[text] = n
	}
	return n
}

// Load fills a value from the row.
func (r *Row) Load(p unsafe.Pointer, leaves []Leaf) { r.load(p, leaves, 1, 0) }

// LoadSlice makes a slice of the request's length from the row: all elements'
// first leaf, then all elements' second one, and so on.
func LoadSlice[T any](r *Row, leaves []Leaf) []T {
	s := make([]T, r.len)
	r.load(unsafe.Pointer(unsafe.SliceData(s)), leaves, len(s), unsafe.Sizeof(*new(T)))
	if r.varying {
		n := int(r.in[0])
		s, r.in = s[:n:n], r.in[1:]
	}
	return s
}

func (r *Row) load(p unsafe.Pointer, leaves []Leaf, n int, stride uintptr) {
	for _, l := range leaves {
		for i := range n {
			at := unsafe.Add(p, uintptr(i)*stride+l.Off)
			switch l.Size {
			case 1:
				*(*uint8)(at) = uint8(r.in[i])
			case 2:
				*(*uint16)(at) = uint16(r.in[i])
			case 4:
				*(*uint32)(at) = uint32(r.in[i])
			default:
				*(*uint64)(at) = r.in[i]
			}
		}
		r.in = r.in[n:]
	}
}

// Store appends a value to the results.
func (r *Row) Store(p unsafe.Pointer, leaves []Leaf) { r.store(p, leaves, 1, 0) }

// StoreArgument appends a slice that came from LoadSlice as it is now: its
// length, then its elements in the room of the request's length.
func StoreArgument[T any](r *Row, s []T, leaves []Leaf) { storeSlice(r, s, leaves, r.len) }

// StoreResult appends a slice: its length, then its first elements in the room
// of ResultCap.
func StoreResult[T any](r *Row, s []T, leaves []Leaf) { storeSlice(r, s, leaves, ResultCap) }

func storeSlice[T any](r *Row, s []T, leaves []Leaf, room int) {
	r.out[0] = uint64(len(s))
	r.out, s = r.out[1:], s[:min(len(s), room)]
	for i := range leaves {
		behind := r.out[room:]
		r.store(unsafe.Pointer(unsafe.SliceData(s)), leaves[i:i+1], len(s), unsafe.Sizeof(*new(T)))
		r.out = behind
	}
}

func (r *Row) store(p unsafe.Pointer, leaves []Leaf, n int, stride uintptr) {
	for _, l := range leaves {
		for i := range n {
			at := unsafe.Add(p, uintptr(i)*stride+l.Off)
			switch l.Size {
			case 1:
				r.out[i] = uint64(*(*uint8)(at))
			case 2:
				r.out[i] = uint64(*(*uint16)(at))
			case 4:
				r.out[i] = uint64(*(*uint32)(at))
			default:
				r.out[i] = *(*uint64)(at)
			}
		}
		r.out = r.out[n:]
	}
}

// StoreError appends the number of an error's text, 0 for none.
func (r *Row) StoreError(err error) {
	r.out[0] = 0
	if err != nil {
		r.out[0] = r.messages.number(err.Error())
	}
	r.out = r.out[1:]
}

// Serve answers requests until the input ends. An answer is the texts (their
// number, then each with its length), the number of the text with which each
// lane panicked or 0, the rows of results, which are zero for a lane that
// panicked, and the nanoseconds that it took, or that a loop over the lanes
// took at best where they were to be timed.
func Serve(in io.Reader, out io.Writer, functions []Function, timed []Timed) error {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	for {
		var q Request
		if err := binary.Read(r, binary.LittleEndian, &q); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		args, results := make([]uint64, int(q.Lanes)*int(q.In)), make([]uint64, int(q.Lanes)*int(q.Out))
		if err := ReadWords(r, args); err != nil {
			return err
		}
		panics := make([]uint64, q.Lanes)
		m := &messages{index: map[string]uint64{}}
		start := time.Now()
		var running atomic.Uint32
		timer := time.AfterFunc(time.Duration(q.Seconds)*time.Second, func() {
			binary.Write(w, binary.LittleEndian, [2]uint32{Stuck, running.Load()})
			w.Flush()
			os.Exit(1)
		})
		bench := Bench{args: args, q: q}
		if q.Rounds > 0 {
			timed[q.Function](&bench)
		}
		for lane := range int(q.Lanes) {
			if q.Rounds > 0 {
				break
			}
			running.Store(uint32(lane))
			in, out := int(q.In)*lane, int(q.Out)*lane
			row := Row{in: args[in : in+int(q.In)], out: results[out : out+int(q.Out)], len: int(q.Len),
				varying: q.Varying == 1, messages: m}
			panics[lane] = run(functions[q.Function], &row, results[out:out+int(q.Out)])
		}
		if !timer.Stop() {
			select {} // the process is ending
		}
		spent := uint64(time.Since(start))
		if q.Rounds > 0 {
			spent = uint64(bench.best)
		}
		texts := uint32(len(m.texts))
		if err := binary.Write(w, binary.LittleEndian, texts); err != nil {
			return err
		}
		for _, t := range m.texts {
			if err := binary.Write(w, binary.LittleEndian, uint32(len(t))); err != nil {
				return err
			}
			if _, err := w.WriteString(t); err != nil {
				return err
			}
		}
		for _, words := range [][]uint64{panics, results, {spent}} {
			if err := WriteWords(w, words); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// Timed times a compiled function.
type Timed func(b *Bench)

// Bench is the lanes of a function that is timed.
type Bench struct {
	args []uint64
	q    Request
	best time.Duration
}

// pieceTime is about how long the pieces of a loop take that are timed: so little that the system
// disturbs few.
const pieceTime = 200 * time.Microsecond

// Lanes is how many there are.
func (b *Bench) Lanes() int { return int(b.q.Lanes) }

// First loads the arguments of the first lane.
func (b *Bench) First(load func(r *Row, lane int)) { load(b.row(0), 0) }

func (b *Bench) row(lane int) *Row {
	in := int(b.q.In) * lane
	return &Row{in: b.args[in : in+int(b.q.In)], len: int(b.q.Len)}
}

// Run times a loop over the lanes, piece by piece: the sum of what each took at best. load takes the
// arguments of a lane from its row, before each round, since functions may change what slices have.
func (b *Bench) Run(load func(r *Row, lane int), loop func(lo, hi int)) {
	best := map[int]time.Duration{}
	piece := b.Lanes()
	for round := range int(b.q.Rounds) + 1 {
		for lane := range b.Lanes() {
			load(b.row(lane), lane)
		}
		for lo := 0; lo < b.Lanes(); lo += piece {
			start := time.Now()
			loop(lo, min(lo+piece, b.Lanes()))
			if took := time.Since(start); best[lo] == 0 || took < best[lo] {
				best[lo] = max(1, took)
			}
		}
		if round == 0 { // it was for the size of the pieces
			piece = max(1, min(piece, int(float64(piece)*float64(pieceTime)/float64(best[0]))))
			clear(best)
		}
	}
	for _, t := range best {
		b.best += t
	}
}

// Room returns a slice for n values like one.
func Room[T any](_ T, n int) []T { return make([]T, n) }

// run runs the function over one row and returns the number of its panic's
// text.
func run(f Function, row *Row, results []uint64) (panicked uint64) {
	m := row.messages
	defer func() {
		if v := recover(); v != nil {
			clear(results)
			panicked = m.number(fmt.Sprint(v))
		}
	}()
	f(row)
	if len(row.in) != 0 || len(row.out) != 0 {
		panic(fmt.Sprintf("bug: %d arguments and %d results are left over", len(row.in), len(row.out)))
	}
	return 0
}

// ReadWords fills words.
func ReadWords(r io.Reader, words []uint64) error {
	_, err := io.ReadFull(r, bytesOf(words))
	return err
}

// WriteWords writes words.
func WriteWords(w io.Writer, words []uint64) error {
	_, err := w.Write(bytesOf(words))
	return err
}

// bytesOf is the memory of words: both ends of the pipe are the same machine.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}
