package goloop

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/goloop/child"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// The process is made of the user's package and of files without imports of ours, so that a column
// goes there, and comes back, as bytes with what is to be known of them.

// inBytes is a column as the process takes it. One that is a single value stands for all lanes.
func inBytes(c dataio.Column) child.LockstepColumn {
	c = spelled(c)
	raw, size := numbered(c).Raw()
	return child.LockstepColumn{
		Name: c.Name, Texts: c.Texts, Type: c.Type.String(), Shape: c.Shape, Slice: c.Slice != "", Size: size, Raw: raw,
		Lens: c.Lens, One: len(raw) == size*c.Elements(),
	}
}

// spelled is a column of strings of any text as one of their bytes.
func spelled(c dataio.Column) dataio.Column {
	if c.Room == 0 {
		return c
	}
	texts, _ := c.Data.([]string)
	bytes, lens := make([]uint8, len(texts)*c.Room), make([]int64, len(texts))
	for i, text := range texts {
		copy(bytes[i*c.Room:(i+1)*c.Room], text)
		lens[i] = int64(len(text))
	}
	c.Type, c.Shape, c.Slice, c.Data, c.Lens = program.GoUint8, []int{c.Room}, c.Name, bytes, lens
	return c
}

// numbered is a column of strings as one of their numbers among those that there may be: -1 for another.
func numbered(c dataio.Column) dataio.Column {
	if c.Type != program.GoString {
		return c
	}
	texts, _ := c.Data.([]string)
	numbers := make([]int64, len(texts))
	for i, text := range texts {
		numbers[i] = int64(slices.Index(c.Texts, text))
	}
	c.Type, c.Data = program.GoInt64, numbers
	return c
}

// columns are those that the process is given: the arguments, and the results that it fills in.
func (s *Spec) columns() (arguments, wanted []child.LockstepColumn) {
	for _, c := range s.Columns {
		arguments = append(arguments, inBytes(c))
	}
	for _, c := range s.Shared {
		one := inBytes(c)
		one.One = true
		arguments = append(arguments, one)
	}
	for _, f := range s.Wanted {
		wanted = append(wanted, inBytes(dataio.Column{Field: f}))
	}
	return arguments, wanted
}

// asValue is a value as the process takes it.
func asValue(v shared.Value) child.LockstepValue {
	w := child.LockstepValue{Nil: v.Nil, Bits: v.Bits, Text: v.Text}
	for _, e := range v.List {
		w.List = append(w.List, asValue(e))
	}
	return w
}

// Notes reports whether the process notes a result: what a function writes to slices in a struct it does not.
func (l *Loop) Notes(result string) bool {
	return slices.ContainsFunc(l.noted, func(n string) bool { return result == n || strings.HasPrefix(result, n+".") })
}

// Differing compares columns with the results of the first run, and says for each lane that is not
// the same what differs first. Errors are the same if they have the same text, which is not compared where the column
// has none, and nothing is compared of what [Loop.Notes] denies.
func (l *Loop) Differing(columns []dataio.Column, lanes int) map[int]string {
	differ := map[int]string{}
	for _, lane := range l.Panicked {
		differ[lane] = "the compiled function panics: " + l.Message
	}
	for i, c := range columns {
		if !l.Notes(c.Name) {
			continue
		}
		c = spelled(c)
		theirs := l.results[i]
		raw, size := numbered(c).Raw()
		each := size * c.Elements()
		for lane := range lanes {
			used := each
			if c.Slice != "" {
				if c.Lens[lane] != theirs.Lens[lane] {
					differ[lane] = fmt.Sprintf("%s has %d elements, and %d in the compiled function",
						c.Name, c.Lens[lane], theirs.Lens[lane])
					continue
				}
				used = int(c.Lens[lane]) * each / max(1, c.Shape[0])
			}
			x, y := raw[lane*each:][:used], theirs.Raw[lane*each:][:used]
			why := ""
			if c.Type == program.GoError {
				why = differingErrors(x, y, c.Errors, theirs.Texts)
			} else if !bytes.Equal(x, y) {
				why = " differs from that of the compiled function"
			}
			if why != "" && differ[lane] == "" {
				differ[lane] = c.Name + why
			}
		}
	}
	return differ
}

// differingErrors compares errors, as numbers from 1 among the texts on both sides, and says how the first ones differ
// that do. An empty text of ours is not known, and may be any.
func differingErrors(ours, theirs []byte, texts, theirTexts []string) string {
	for ; len(ours) > 0; ours, theirs = ours[4:], theirs[4:] {
		x, y := binary.LittleEndian.Uint32(ours), binary.LittleEndian.Uint32(theirs)
		if x == 0 && y == 0 {
			continue
		}
		says, wanted := "nil", "nil"
		if x > 0 {
			says = ""
			if int(x) <= len(texts) {
				says = texts[x-1]
			}
			if says == "" && y > 0 {
				continue
			}
			says = strconv.Quote(says)
		}
		if y > 0 {
			wanted = strconv.Quote(theirTexts[y-1])
		}
		if says != wanted {
			return fmt.Sprintf(" is %s, and %s in the compiled function", says, wanted)
		}
	}
	return ""
}
