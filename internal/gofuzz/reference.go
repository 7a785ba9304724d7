package gofuzz

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed runner/runner.go
var runnerText string

// reference is a list of programs that Go compiled, in one process.
type reference struct {
	dir      string
	programs []*Program
}

// build has Go compile all programs in one go. The architecture level is v1,
// at which x*y + z is two roundings.
func build(programs []*Program) (*reference, error) {
	dir, err := os.MkdirTemp("", "gofuzz")
	if err != nil {
		return nil, err
	}
	r := &reference{dir: dir, programs: programs}
	if err := r.build(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *reference) close() { os.RemoveAll(r.dir) }

func (r *reference) build() error {
	files := map[string]string{
		"go.mod":           "module " + module + "\n\ngo 1.26\n",
		"runner/runner.go": runnerText,
	}
	var imports, list strings.Builder
	for i, p := range r.programs {
		fmt.Fprintf(&imports, "\tp%d %q\n", i, p.ImportPath(""))
		fmt.Fprintf(&list, "\tp%d.%s,\n", i, Entry)
		for _, pkg := range p.Packages {
			files[filepath.Join(p.Name, pkg.Path, fileName(pkg))] = pkg.Text
		}
	}
	files["main.go"] = fmt.Sprintf(`package main

import (
	"os"

	"fuzz/runner"
%s)

var functions = []any{
%s}

func main() {
	if err := runner.Serve(functions, %#v, os.Stdin, os.Stdout); err != nil {
		panic(err)
	}
}
`, imports.String(), list.String(), texts)
	for name, text := range files {
		file := filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	cmd := exec.Command("go", "build", "-gcflags=-dwarf=false", "-ldflags=-s -w", "-o", "all", ".")
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GOAMD64=v1", "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0", "GOOS=linux",
		"GOARCH=amd64")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// patience is how long a process may need for one program. Programs end soon
// by construction; what a shrinker made of one may not.
const patience = 10 * time.Second

// errNoEnd says that a program did not come to an end.
var errNoEnd = errors.New("the compiled program does not end, or takes down its process")

// run gives the outcomes of all inputs of all programs. Where a program does
// not end, the error at its index is errNoEnd.
func (r *reference) run(programs []*checked) ([][]Outcome, []error) {
	outcomes, errs := make([][]Outcome, len(r.programs)), make([]error, len(r.programs))
	for next := 0; next < len(r.programs); {
		next = r.serve(programs, next, outcomes, errs)
	}
	return outcomes, errs
}

// serve starts a process for the programs from index next on, and returns the
// index from which another is needed.
func (r *reference) serve(programs []*checked, next int, outcomes [][]Outcome, errs []error) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(r.dir, "all"))
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=1GiB", "GOMAXPROCS=1")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		errs[next] = err
		return next + 1
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		errs[next] = err
		return next + 1
	}
	if err := cmd.Start(); err != nil {
		errs[next] = err
		return next + 1
	}
	defer func() {
		cancel()
		cmd.Wait() // its error is that of the answer which is missing
	}()
	answers := bufio.NewReaderSize(stdout, 1<<16)
	for ; next < len(r.programs); next++ {
		p := r.programs[next]
		timer := time.AfterFunc(patience, cancel)
		go stdin.Write(request(next, p.Inputs)) // it fails if the process is gone, and then so does the answer
		for range p.Inputs {
			o, err := readOutcome(answers, programs[next].entry)
			if err != nil {
				timer.Stop()
				errs[next] = errNoEnd
				return next + 1
			}
			outcomes[next] = append(outcomes[next], o)
		}
		timer.Stop()
	}
	stdin.Close()
	return next
}

// request writes the inputs of a program as package runner reads them.
func request(index int, inputs []Input) []byte {
	var b bytes.Buffer
	put := func(x uint64) { b.Write(binary.LittleEndian.AppendUint64(nil, x)) }
	put(uint64(index))
	put(uint64(len(inputs)))
	for _, in := range inputs {
		for _, words := range in {
			for _, w := range words {
				put(w)
			}
		}
	}
	return b.Bytes()
}

// readOutcome reads what a function with the given signature answered.
func readOutcome(r io.Reader, sig *types.Signature) (o Outcome, err error) {
	word := func() uint64 {
		var b [8]byte
		if _, e := io.ReadFull(r, b[:]); e != nil {
			err = e
		}
		return binary.LittleEndian.Uint64(b[:])
	}
	text := func() string {
		n := word()
		if err != nil || n > 1<<20 {
			return ""
		}
		b := make([]byte, (n+7)/8*8)
		if _, e := io.ReadFull(r, b); e != nil {
			err = e
		}
		return string(b[:n])
	}
	if word() != 0 {
		o.Panic = text()
		return o, err
	}
	value := func(t types.Type) {
		scan(t, func(t types.Type) {
			w := word()
			o.Words = append(o.Words, w)
			if isError(t) && w != 0 {
				o.Texts = append(o.Texts, text())
			}
		}, func() int {
			n, capacity := word(), word()
			o.Words = append(o.Words, n, capacity)
			if err != nil {
				return 0
			}
			return int(n)
		})
	}
	for v := range sig.Results().Variables() {
		value(v.Type())
	}
	for v := range sig.Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Slice); ok {
			value(v.Type())
		}
	}
	return o, err
}
