package goloop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/goloop/child"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// Spec says what to run.
type Spec struct {
	Path    string // of a .go file or of a directory with one package
	Func    golang.Func
	Uniform []string // the parameters that are one value for all lanes
	Lanes   int
	Columns []dataio.Column         // the arguments
	Shared  []dataio.Column         // those that are one value for all lanes
	Wholes  map[string]shared.Value // parameters that are, with all that they refer to
	Wanted  []program.Field         // the results that are compared
}

// Loop is a process that runs the function.
type Loop struct {
	// Compiler is the version of Go that made it: "go1.26.8 (GOAMD64=v1)".
	Compiler string
	// Panicked are the lanes in which the function panicked, in order, and Message what the first of
	// them said.
	Panicked []int
	Message  string

	results []child.LockstepColumn // of the first run, those that were wanted
	noted   []string               // the results that the process notes
	dir     string
	process *exec.Cmd
	stdin   io.WriteCloser
	stdout  *bufio.Scanner
}

// ErrBuild is that the go command does not build the package, such as for an error in another of its files.
var ErrBuild = errors.New("the go command does not build the package")

// ErrNoCompiler is that there is no go command.
var ErrNoCompiler = errors.New("there is no go command to compile the loop with")

// Start compiles the function and runs it once over all lanes. The caller closes the loop.
func Start(ctx context.Context, s Spec) (*Loop, error) {
	command, err := exec.LookPath("go")
	if err != nil {
		return nil, ErrNoCompiler
	}
	l := &Loop{}
	if l.dir, err = os.MkdirTemp("", "lockstep-loop-"); err != nil {
		return nil, err
	}
	if err := l.start(ctx, command, s); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func (l *Loop) start(ctx context.Context, command string, s Spec) error {
	if err := l.build(ctx, command, s); err != nil {
		return err
	}
	in := child.LockstepInputs{Lanes: s.Lanes, Wholes: map[string]child.LockstepValue{}}
	in.Columns, in.Wanted = s.columns()
	for _, p := range s.Func.Params {
		in.Params = append(in.Params, p.Name)
		v, whole := s.Wholes[p.Name]
		switch isPointer := strings.HasPrefix(p.Underlying, "*"); {
		case whole && isPointer && v.Nil:
			return errors.New(p.Name + ": a nil pointer is not handed to compiled code")
		case whole && isPointer:
			in.Wholes[p.Name] = asValue(v.List[0])
		case whole:
			in.Wholes[p.Name] = asValue(v)
		}
	}
	in.Results = l.noted
	err := writeGob(l.file("in"), &in)
	if err != nil {
		return err
	}
	l.process = exec.CommandContext(ctx, l.file("loop"), l.file("in"), l.file("out"))
	var said bytes.Buffer
	l.process.Stderr = &said
	if l.stdin, err = l.process.StdinPipe(); err != nil {
		return err
	}
	stdout, err := l.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := l.process.Start(); err != nil {
		return err
	}
	l.stdout = bufio.NewScanner(stdout)
	if _, err := l.answer(); err != nil {
		l.process.Wait()
		return errors.Join(context.Cause(ctx), fmt.Errorf("the loop ended early: %s", firstLine(said.String())))
	}
	var out child.LockstepResults
	if err := readGob(l.file("out"), &out); err != nil {
		return err
	}
	if out.Error != "" {
		return errors.New(out.Error)
	}
	l.results, l.Panicked, l.Message = out.Columns, out.Panicked, out.Message
	return nil
}

func (l *Loop) file(name string) string { return filepath.Join(l.dir, name+executableSuffix) }

// answer returns the next line that the process has for the command; the function may print others.
func (l *Loop) answer() (string, error) {
	for l.stdout.Scan() {
		if text, ok := strings.CutPrefix(l.stdout.Text(), "lockstep: "); ok {
			return text, nil
		}
	}
	return "", io.ErrUnexpectedEOF
}

// Time runs all lanes a number of times, and returns how long that took: of the processor, and by
// the clock.
func (l *Loop) Time(repeat int) (processor, clock time.Duration, err error) {
	if _, err := fmt.Fprintln(l.stdin, repeat); err != nil {
		return 0, 0, err
	}
	text, err := l.answer()
	if err != nil {
		return 0, 0, fmt.Errorf("the loop ended early: %w", err)
	}
	var p, c int64
	if _, err := fmt.Sscan(text, &p, &c); err != nil {
		return 0, 0, err
	}
	return time.Duration(p), time.Duration(c), nil
}

// Close ends the process and removes what was written for it.
func (l *Loop) Close() {
	if l.stdin != nil {
		l.stdin.Close()
	}
	if l.process != nil && l.process.Process != nil {
		l.process.Process.Kill()
		l.process.Wait()
	}
	os.RemoveAll(l.dir)
}

func writeGob(name string, v any) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	return errors.Join(gob.NewEncoder(w).Encode(v), w.Flush(), file.Close())
}

func readGob(name string, v any) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return gob.NewDecoder(bufio.NewReader(file)).Decode(v)
}

// firstLine returns the first line of a text that says something.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return "it says nothing"
}
