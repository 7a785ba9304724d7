// Package runner runs functions that Go compiled over inputs that another
// process sends, and sends back what they gave. It is copied into every module
// that gofuzz builds, so it imports nothing but the standard library.
//
// The wire is 64-bit words, little endian. A request is the index of a function
// in the list, the number of inputs, and the inputs. A value is its scalars in
// the order of the source, blank fields left out, one word each (a float as its
// bits, an integer extended to 64 bits); a slice is its length, capacity and
// elements; an error is 0, or 1 and a text; a text is its length in bytes and its
// bytes, eight a word; a string that is an argument or a result is its index in a
// list. An answer is, for every input, 0, the results and then
// all slice parameters as the call left them; or 1 and the text of the panic, with the
// line where it happened.
package runner

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"unsafe"
)

// Serve answers requests until in ends.
func Serve(fns []any, texts []string, in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	defer w.Flush()
	c := &conn{r: r, w: w, texts: texts}
	for {
		index, err := c.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		fn := reflect.ValueOf(fns[index])
		for range c.word() {
			c.answer(fn)
		}
		w.Flush()
	}
}

type conn struct {
	r *bufio.Reader
	w *bufio.Writer
	// rows are the capacities of the slices that were read for a call.
	rows  []uint64
	texts []string // that strings are
}

func (c *conn) next() (uint64, error) {
	var b [8]byte
	_, err := io.ReadFull(c.r, b[:])
	return binary.LittleEndian.Uint64(b[:]), err
}

func (c *conn) word() uint64 {
	x, err := c.next()
	if err != nil {
		panic(err)
	}
	return x
}

func (c *conn) put(x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	c.w.Write(b[:])
}

func (c *conn) text(s string) {
	c.put(uint64(len(s)))
	b := make([]byte, (len(s)+7)/8*8)
	copy(b, s)
	c.w.Write(b)
}

// answer reads one input, calls the function and writes what it gave.
func (c *conn) answer(fn reflect.Value) {
	t := fn.Type()
	args := make([]reflect.Value, t.NumIn())
	c.rows = c.rows[:0]
	row := make([]int, len(args)) // the first of an argument's
	for i := range args {
		args[i], row[i] = reflect.New(t.In(i)).Elem(), len(c.rows)
		c.read(args[i])
	}
	results, panicked, text := call(fn, args)
	if panicked {
		c.put(1)
		c.text(text)
		return
	}
	c.put(0)
	for _, r := range results {
		c.write(r)
	}
	for i, a := range args {
		if a.Kind() == reflect.Slice {
			c.slice(a, c.rows[row[i]])
		}
	}
}

func call(fn reflect.Value, args []reflect.Value) (results []reflect.Value, panicked bool, text string) {
	defer func() {
		if r := recover(); r != nil {
			panicked, text = true, fmt.Sprint(r)+where()
		}
	}()
	return fn.Call(args), false, ""
}

// where says in which line of a file the function panicked that is being recovered.
func where() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for behind := false; ; {
		f, more := frames.Next()
		inside := strings.HasPrefix(f.Function, "runtime.")
		if behind = behind || inside; behind && !inside {
			return fmt.Sprintf(" (at %s:%d)", path.Base(filepath.ToSlash(f.File)), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// part is the type of the parts of a complex number.
func part(v reflect.Value) reflect.Type {
	if v.Kind() == reflect.Complex64 {
		return reflect.TypeFor[float32]()
	}
	return reflect.TypeFor[float64]()
}

// read sets v, which is addressable, from the wire.
func (c *conn) read(v reflect.Value) {
	// Fields that are not exported are set like all others.
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(c.word() != 0)
	case reflect.String:
		v.SetString(c.texts[c.word()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(c.word()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(c.word())
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(c.word()))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(c.word()))
	case reflect.Complex64, reflect.Complex128:
		re, im := reflect.New(part(v)).Elem(), reflect.New(part(v)).Elem()
		c.read(re)
		c.read(im)
		v.SetComplex(complex(re.Float(), im.Float()))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				c.read(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.read(v.Index(i))
		}
	case reflect.Slice:
		n := int(c.word())
		c.rows = append(c.rows, c.word())
		v.Set(reflect.MakeSlice(v.Type(), n, n)) // no row has room for more than it has
		for i := range n {
			c.read(v.Index(i))
		}
	default:
		panic("cannot read a " + v.Type().String())
	}
}

// NilCapacity stands for the capacity of a nil slice among results.
const NilCapacity = 1<<64 - 1

// slice sends a slice and the capacity of its row.
func (c *conn) slice(v reflect.Value, capacity uint64) {
	c.put(uint64(v.Len()))
	c.put(capacity)
	for i := range v.Len() {
		c.write(v.Index(i))
	}
}

// write sends v.
func (c *conn) write(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			c.put(1)
		} else {
			c.put(0)
		}
	case reflect.String:
		c.put(uint64(slices.Index(c.texts, v.String())))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c.put(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.put(v.Uint())
	case reflect.Float32:
		c.put(uint64(math.Float32bits(float32(v.Float()))))
	case reflect.Float64:
		c.put(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		c.write(reflect.ValueOf(real(v.Complex())).Convert(part(v)))
		c.write(reflect.ValueOf(imag(v.Complex())).Convert(part(v)))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				c.write(v.Field(i))
			}
		}
	case reflect.Slice:
		capacity := uint64(v.Cap())
		if v.IsNil() {
			capacity = NilCapacity
		}
		c.slice(v, capacity)
	case reflect.Array:
		for i := range v.Len() {
			c.write(v.Index(i))
		}
	case reflect.Interface: // an error
		if v.IsNil() {
			c.put(0)
			return
		}
		c.put(1)
		c.text(v.Interface().(error).Error())
	default:
		panic("cannot write a " + v.Type().String())
	}
}
