package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/lockstep-simt/lockstep/program"
)

func main() {
	// The heap is columns, which have no pointers to follow: collecting more
	// often costs little and keeps memory near their size.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(20)
	}
	// A pipe that nobody reads any more is an error like others, which leaves
	// time to clean up.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// status is what the command ends with.
type status = int

const (
	statusOK          status = 0   // it did what was asked; lanes may have faulted
	statusBad         status = 1   // wrong usage, program or data, and nothing was written; or results could not be
	statusFaulted     status = 2   // run -strict: a lane faulted; the output is written
	statusUnchecked   status = 2   // check: a wrong command line, or nothing to check
	statusTimeout     status = 124 // run -timeout: what was finished is written
	statusInterrupted status = 130 // a signal: what was finished is written
	statusPipe        status = 141 // who read the output did not want all of it
)

// Main runs the command with the given arguments, the program's name not among
// them, and returns its exit status. A signal that ends the process while
// results are written does so by os.Exit.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := &env{stdin: stdin, stdout: stdout, stderr: stderr, signals: notifyEndings, exit: os.Exit}
	return e.main(args)
}

// env is the world around a command.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	// signals returns the signals that ask to end, and a function that restores
	// what they would have done otherwise.
	signals func() (<-chan os.Signal, func())
	exit    func(status) // the process
}

func (e *env) main(args []string) status {
	if len(args) == 0 {
		writeOverview(e.stderr)
		return statusBad
	}
	name, args := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-version", "--version":
		name = "version"
	}
	c := findCommand(name)
	if c == nil {
		e.complain(usagef("", "there is no command %q%s", name, suggest(name, commandNames())))
		return statusBad
	}
	out := &output{w: e.stdout}
	e.stdout = out
	st, err := c.main(e, args)
	if errors.Is(err, flag.ErrHelp) {
		c.writeHelp(e.stdout)
		st, err = statusOK, nil
	}
	switch {
	case errors.Is(out.err, syscall.EPIPE):
		return statusPipe // and not a word, as of any command before head
	case err != nil:
		e.complain(err)
		return max(st, statusBad)
	case out.err != nil:
		e.complain(fmt.Errorf("standard output cannot be written: %w", cause(out.err)))
		return max(st, statusBad, c.misuse)
	}
	return st
}

// output is standard output. It keeps the first error, so that commands may
// print without looking, and prints nothing after it.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(b []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.w.Write(b)
	}
	return n, o.err
}

// usageError is a command line that makes no sense.
type usageError struct{ command, msg string }

func (u *usageError) Error() string { return u.msg }

func usagef(command, format string, args ...any) error {
	return &usageError{command: command, msg: fmt.Sprintf(format, args...)}
}

// complain prints an error: all problems of a program, one a line. A message
// that does not begin with a position begins with the command's name.
func (e *env) complain(err error) {
	var usage *usageError
	if errors.As(err, &usage) {
		e.notef("%s", strings.TrimPrefix(usage.command+": "+usage.msg, ": "))
		fmt.Fprintf(e.stderr, "run %q to see how it is used\n", strings.TrimSpace("lockstep help "+usage.command))
		return
	}
	for _, line := range problemLines(err) {
		fmt.Fprintln(e.stderr, line)
	}
	var sizes *sizesError
	if errors.As(err, &sizes) {
		for _, needs := range sizes.needs {
			e.notef("%s", needs)
		}
	}
}

// problemLines returns an error's problems, each as it is printed.
func problemLines(err error) []string {
	var list program.ErrorList
	if !errors.As(err, &list) {
		return []string{withName(err.Error())}
	}
	var lines []string
	for _, p := range list {
		if p.Pos.IsValid() {
			lines = append(lines, p.Error())
		} else {
			lines = append(lines, withName(p.Error()))
		}
	}
	return lines
}

// withName puts the command's name in front of a message that does not begin
// with a file.
func withName(msg string) string {
	if strings.HasPrefix(msg, "lockstep: ") || startsWithFile(msg) {
		return msg
	}
	return "lockstep: " + msg
}

func startsWithFile(msg string) bool {
	name, _, ok := strings.Cut(msg, ":")
	return ok && !strings.Contains(name, " ") && (strings.Contains(name, ".") || name == "stdin")
}

// notef prints a line about the run to standard error.
func (e *env) notef(format string, args ...any) {
	fmt.Fprintf(e.stderr, "lockstep: "+format+"\n", args...)
}
