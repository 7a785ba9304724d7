package child

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unsafe"
)

func (c *LockstepColumn) elements() int {
	n := 1
	for _, d := range c.Shape {
		n *= d
	}
	return n
}

// bits returns the place of an element.
func (c *LockstepColumn) bits(lane, at int) []byte {
	if c.One {
		lane = 0
	}
	return c.Raw[(lane*c.elements()+at)*c.Size:][:c.Size]
}

// lockstepVisit does something with a value of a lane; at is the number of its element in the
// columns that it has: of an array of structs, all elements of a field are in one column.
type lockstepVisit func(v reflect.Value, lane, at int)

// lockstepUnder returns the first column of what has a name: the leaf itself, or one of its fields.
func lockstepUnder(columns []LockstepColumn, name string) *LockstepColumn {
	for i := range columns {
		if c := &columns[i]; c.Name == name || strings.HasPrefix(c.Name, name+".") {
			return c
		}
	}
	return nil
}

// lockstepRows returns the column with the lengths of the rows of a slice of slices, if lanes bring
// or give these; its own lengths are how many rows there are.
func lockstepRows(columns []LockstepColumn, name string) *LockstepColumn {
	for i := range columns {
		if columns[i].Name == name+".lens" {
			return &columns[i]
		}
	}
	return nil
}

// length returns how many elements a lane has.
func (c *LockstepColumn) length(lane int) int {
	return int(c.Lens[lockstepLesser(lane, len(c.Lens)-1)])
}

// lockstepLesser is min, which the package may have declared itself.
func lockstepLesser(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// lockstepField returns a field that may be set even if it is not exported.
func lockstepField(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	if f.CanSet() || !f.CanAddr() {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// lockstepArguments returns what sets a value of a type from the columns below a name; depth is how
// many dimensions lie above it.
func lockstepArguments(columns []LockstepColumn, t reflect.Type, name string, depth int) (lockstepVisit, error) {
	c := lockstepUnder(columns, name)
	if c == nil {
		return nil, fmt.Errorf("there is no column for %s", name)
	}
	switch t.Kind() {
	case reflect.Struct:
		return lockstepStruct(columns, t, name, depth, lockstepArguments)
	case reflect.Array:
		return lockstepArray(columns, t, name, depth, lockstepArguments)
	case reflect.Pointer:
		below, err := lockstepArguments(columns, t.Elem(), name, depth)
		return func(v reflect.Value, lane, at int) {
			v.Set(reflect.New(t.Elem()))
			below(v.Elem(), lane, at)
		}, err
	case reflect.Slice:
		below, err := lockstepArguments(columns, t.Elem(), name, depth+1)
		if err != nil || depth >= len(c.Shape) {
			return nil, fmt.Errorf("%s: a %v cannot be made of its columns", name, t)
		}
		rows := lockstepRows(columns, name)
		return func(v reflect.Value, lane, at int) {
			n := c.Shape[depth]
			switch {
			case depth == 0 && rows != nil:
				n = rows.length(lane)
			case depth == 1 && rows != nil:
				n = int(rows.word(lane, at))
			case depth == 0 && len(c.Lens) > 0:
				n = c.length(lane)
			}
			v.Set(reflect.MakeSlice(t, n, n))
			for i := range n {
				below(v.Index(i), lane, at*c.Shape[depth]+i)
			}
		}, nil
	case reflect.Complex64, reflect.Complex128:
		re, im := lockstepUnder(columns, name+".re"), lockstepUnder(columns, name+".im")
		if re == nil || im == nil {
			break
		}
		return func(v reflect.Value, lane, at int) {
			v.SetComplex(complex(re.number(lane, at), im.number(lane, at)))
		}, nil
	case reflect.String:
		if c.Slice && len(c.Texts) == 0 { // of bytes
			return func(v reflect.Value, lane, _ int) { v.SetString(string(c.row(lane)[:c.length(lane)])) }, nil
		}
		return func(v reflect.Value, lane, at int) {
			if k := c.word(lane, at); k < uint64(len(c.Texts)) { // it is, but in a slice behind its end
				v.SetString(c.Texts[k])
			}
		}, nil
	case reflect.Bool:
		return func(v reflect.Value, lane, at int) { v.SetBool(c.bits(lane, at)[0] != 0) }, nil
	case reflect.Float32, reflect.Float64:
		return func(v reflect.Value, lane, at int) { v.SetFloat(c.number(lane, at)) }, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value, lane, at int) {
			shift := 64 - 8*c.Size
			v.SetInt(int64(c.word(lane, at)<<shift) >> shift)
		}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return func(v reflect.Value, lane, at int) { v.SetUint(c.word(lane, at)) }, nil
	}
	return nil, fmt.Errorf("%s: a %v cannot be made of columns", name, t)
}

// lockstepNotes returns what writes a value of a type to the columns below a name.
func lockstepNotes(columns []LockstepColumn, t reflect.Type, name string, depth int) (lockstepVisit, error) {
	c := lockstepUnder(columns, name)
	if c == nil {
		return func(reflect.Value, int, int) {}, nil // it is not asked for
	}
	if c.Type == "error" && t.Kind() == reflect.Interface {
		return c.notesError(), nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return lockstepStruct(columns, t, name, depth, lockstepNotes)
	case reflect.Array:
		return lockstepArray(columns, t, name, depth, lockstepNotes)
	case reflect.Pointer:
		return lockstepPointer(columns, t, name, depth)
	case reflect.Slice:
		below, err := lockstepNotes(columns, t.Elem(), name, depth+1)
		if err != nil || depth >= len(c.Shape) {
			return nil, fmt.Errorf("%s: there are no columns for a %v", name, t)
		}
		rows := lockstepRows(columns, name)
		return func(v reflect.Value, lane, at int) {
			if rows != nil && depth == 1 {
				rows.setWord(lane, at, uint64(v.Len()))
			}
			if (c.Slice || rows != nil) && depth == 0 {
				for i := range columns {
					if o := &columns[i]; o.Slice && (o == c || strings.HasPrefix(o.Name, name+".")) {
						o.Lens[lane] = int64(v.Len())
					}
				}
			}
			for i := range lockstepLesser(v.Len(), c.Shape[depth]) {
				below(v.Index(i), lane, at*c.Shape[depth]+i)
			}
		}, nil
	case reflect.Complex64, reflect.Complex128:
		re, im := lockstepUnder(columns, name+".re"), lockstepUnder(columns, name+".im")
		if re == nil || im == nil {
			break
		}
		return func(v reflect.Value, lane, at int) {
			re.setNumber(lane, at, real(v.Complex()))
			im.setNumber(lane, at, imag(v.Complex()))
		}, nil
	case reflect.String:
		if c.Slice && len(c.Texts) == 0 { // of bytes
			return func(v reflect.Value, lane, _ int) {
				c.Lens[lane] = int64(v.Len())
				copy(c.row(lane), v.String())
			}, nil
		}
		return func(v reflect.Value, lane, at int) {
			number := -1
			for k, text := range c.Texts {
				if text == v.String() {
					number = k
				}
			}
			c.setWord(lane, at, uint64(number))
		}, nil
	case reflect.Bool:
		return func(v reflect.Value, lane, at int) {
			if v.Bool() {
				c.bits(lane, at)[0] = 1
			}
		}, nil
	case reflect.Float32, reflect.Float64:
		return func(v reflect.Value, lane, at int) { c.setNumber(lane, at, v.Float()) }, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value, lane, at int) { c.setWord(lane, at, uint64(v.Int())) }, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return func(v reflect.Value, lane, at int) { c.setWord(lane, at, v.Uint()) }, nil
	}
	return nil, fmt.Errorf("%s: there are no columns for a %v", name, t)
}

// lockstepPointer notes what a pointer points to, and where there is a column for that whether it is nil.
func lockstepPointer(columns []LockstepColumn, t reflect.Type, name string, depth int) (lockstepVisit, error) {
	below, err := lockstepNotes(columns, t.Elem(), name, depth)
	if err != nil {
		return nil, err
	}
	isNil := lockstepUnder(columns, name+".nil")
	return func(v reflect.Value, lane, at int) {
		switch {
		case !v.IsNil():
			below(v.Elem(), lane, at)
		case isNil != nil:
			isNil.setWord(lane, at, 1)
		}
	}, nil
}

// notesError returns what notes the text of an error: a number from 1, or 0 for nil.
func (c *LockstepColumn) notesError() lockstepVisit {
	numbers := map[string]int{}
	return func(v reflect.Value, lane, at int) {
		if v.IsNil() {
			return
		}
		text := lockstepText(v)
		number, ok := numbers[text]
		if !ok {
			number = len(c.Texts)
			numbers[text] = number
			c.Texts = append(c.Texts, text)
		}
		c.setWord(lane, at, uint64(number+1))
	}
}

// lockstepText is what the Error method of an error gives. That may panic, as may any code of the user.
func lockstepText(err reflect.Value) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint("panic: ", p)
		}
	}()
	if !err.CanInterface() { // of a field that is not exported
		err = reflect.NewAt(err.Type(), unsafe.Pointer(err.UnsafeAddr())).Elem()
	}
	return err.Interface().(error).Error()
}

type lockstepPlan func(columns []LockstepColumn, t reflect.Type, name string, depth int) (lockstepVisit, error)

// lockstepStruct visits the fields that have columns; the others stay zero.
func lockstepStruct(
	columns []LockstepColumn, t reflect.Type, name string, depth int, plan lockstepPlan,
) (lockstepVisit, error) {
	fields := make([]lockstepVisit, t.NumField())
	for i := range fields {
		below := name + "." + t.Field(i).Name
		if lockstepUnder(columns, below) == nil {
			continue
		}
		var err error
		if fields[i], err = plan(columns, t.Field(i).Type, below, depth); err != nil {
			return nil, err
		}
	}
	return func(v reflect.Value, lane, at int) {
		for i, f := range fields {
			if f != nil {
				f(lockstepField(v, i), lane, at)
			}
		}
	}, nil
}

func lockstepArray(
	columns []LockstepColumn, t reflect.Type, name string, depth int, plan lockstepPlan,
) (lockstepVisit, error) {
	below, err := plan(columns, t.Elem(), name, depth+1)
	return func(v reflect.Value, lane, at int) {
		for i := range t.Len() {
			below(v.Index(i), lane, at*t.Len()+i)
		}
	}, err
}

// row returns the elements of a lane.
func (c *LockstepColumn) row(lane int) []byte {
	if c.One {
		lane = 0
	}
	return c.Raw[lane*c.elements()*c.Size:][:c.elements()*c.Size]
}

func (c *LockstepColumn) word(lane, at int) uint64 {
	var b [8]byte
	copy(b[:], c.bits(lane, at))
	return binary.LittleEndian.Uint64(b[:])
}

func (c *LockstepColumn) setWord(lane, at int, x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	copy(c.bits(lane, at), b[:])
}

func (c *LockstepColumn) number(lane, at int) float64 {
	if c.Size == 4 {
		return float64(math.Float32frombits(uint32(c.word(lane, at))))
	}
	return math.Float64frombits(c.word(lane, at))
}

func (c *LockstepColumn) setNumber(lane, at int, x float64) {
	switch {
	case x != x && c.Size == 4: // all NaNs are the same
		c.setWord(lane, at, 0x7fc00000)
	case x != x:
		c.setWord(lane, at, 0x7ff8000000000000)
	case c.Size == 4:
		c.setWord(lane, at, uint64(math.Float32bits(float32(x))))
	default:
		c.setWord(lane, at, math.Float64bits(x))
	}
}
