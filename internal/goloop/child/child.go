package child

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"os"
	"reflect"
	"time"
)

// LockstepColumn is the values of one leaf of a parameter or result, such as p.X, over the lanes.
type LockstepColumn struct {
	Name string
	// Type is that of Go: "float64"; "string", which is the number of one of Texts; "error", an int32 that is 0 for
	// nil and above by 1.
	Type  string
	Texts []string
	// Shape is the event shape. Where Lens is set, or Slice, each lane has its own length and the first
	// dimension is the capacity.
	Shape []int
	Slice bool
	One   bool   // a single value stands for all lanes
	Size  int    // bytes of an element
	Raw   []byte // little endian, row-major
	Lens  []int64
}

// LockstepInputs is what the process reads from the file that it is given.
type LockstepInputs struct {
	Lanes           int
	Params, Results []string
	Wholes          map[string]LockstepValue // parameters without columns
	Columns, Wanted []LockstepColumn
}

// LockstepResults is what it writes to another: the wanted columns, and the lanes that panicked.
type LockstepResults struct {
	Error    string // the loop cannot be run
	Columns  []LockstepColumn
	Panicked []int
	Message  string // of the first panic
}

// LockstepLoop is a function with its columns.
type LockstepLoop struct {
	// Params and Results are pointers to slices, one for each parameter and result.
	Params, Results []any
	One             func(lane int)  // calls the function for a lane
	All             func(lanes int) // calls it for all
}

// Main runs the function over the lanes of the file that is the first argument, writes what came of
// it to that which is the second, and then reads how often to run all lanes, a number a line, and
// answers with the nanoseconds that it took: of the processor, and of a clock.
func (l *LockstepLoop) Main() {
	var in LockstepInputs
	out := LockstepResults{}
	file, err := os.Open(os.Args[1])
	if err == nil {
		err = gob.NewDecoder(bufio.NewReader(file)).Decode(&in)
	}
	if err == nil {
		err = l.first(&in, &out)
	}
	if err != nil {
		out = LockstepResults{Error: err.Error()}
	}
	if err := lockstepWrite(os.Args[2], &out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("lockstep: ready")
	for repeat := 0; ; {
		if _, err := fmt.Scanln(&repeat); err != nil {
			return
		}
		work, start := lockstepProcessorTime(), time.Now()
		for range repeat {
			l.All(in.Lanes)
		}
		elapsed := time.Since(start)
		fmt.Println("lockstep:", (lockstepProcessorTime() - work).Nanoseconds(), elapsed.Nanoseconds())
	}
}

func lockstepWrite(name string, out *LockstepResults) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	if err := gob.NewEncoder(w).Encode(out); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// first makes the arguments, runs each lane once and notes the results.
func (l *LockstepLoop) first(in *LockstepInputs, out *LockstepResults) error {
	for i, p := range l.Params {
		column := reflect.ValueOf(p).Elem()
		column.Set(reflect.MakeSlice(column.Type(), in.Lanes, in.Lanes))
		if w, ok := in.Wholes[in.Params[i]]; ok {
			if in.Lanes > 0 {
				w.store(column.Index(0)) // it is the argument in all lanes
			}
			continue
		}
		set, err := lockstepArguments(in.Columns, column.Type().Elem(), in.Params[i], 0)
		if err != nil {
			return err
		}
		for lane := range in.Lanes {
			set(column.Index(lane), lane, 0)
		}
	}
	for _, r := range l.Results {
		column := reflect.ValueOf(r).Elem()
		column.Set(reflect.MakeSlice(column.Type(), in.Lanes, in.Lanes))
	}
	for lane := range in.Lanes {
		if msg, panicked := l.try(lane); panicked {
			if len(out.Panicked) == 0 {
				out.Message = msg
			}
			out.Panicked = append(out.Panicked, lane)
		}
	}
	out.Columns = in.Wanted
	for i := range out.Columns {
		c := &out.Columns[i]
		c.Raw = make([]byte, in.Lanes*c.elements()*c.Size)
		if c.Slice {
			c.Lens = make([]int64, in.Lanes)
		}
	}
	for i, r := range l.Results {
		column := reflect.ValueOf(r).Elem()
		get, err := lockstepNotes(out.Columns, column.Type().Elem(), in.Results[i], 0)
		if err != nil {
			return err
		}
		for lane := range in.Lanes {
			get(column.Index(lane), lane, 0)
		}
	}
	return nil
}

func (l *LockstepLoop) try(lane int) (msg string, panicked bool) {
	defer func() {
		if p := recover(); p != nil {
			msg, panicked = fmt.Sprint(p), true
		}
	}()
	l.One(lane)
	return "", false
}
