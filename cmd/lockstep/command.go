package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// command is one of the words after "lockstep".
type command struct {
	name  string
	args  string // what follows the name: "FILE|DIR [flags]"
	short string // one line, for the overview
	long  string // what it does, with examples
	// misuse is the status of a wrong command line, if it is not statusBad.
	misuse status
	// setup declares the command's flags and returns what runs it once they
	// are set; args are the words that are not flags.
	setup func(fs *flag.FlagSet) func(e *env, args []string) (status, error)
}

// commands is every command, in the order of the overview.
var commands []*command

func init() {
	commands = []*command{runCommand, benchCommand, checkCommand, showCommand, genCommand, completionCommand,
		versionCommand, helpCommand}
}

func findCommand(name string) *command {
	for _, c := range commands {
		if c.name == name {
			return c
		}
	}
	return nil
}

func commandNames() []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

func (c *command) flags() (*flag.FlagSet, func(*env, []string) (status, error)) {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs, c.setup(fs)
}

// main parses the command line and runs the command. It returns flag.ErrHelp
// if help was asked for.
func (c *command) main(e *env, args []string) (status, error) {
	fs, run := c.flags()
	words, err := parseInterspersed(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusOK, err
	case err != nil:
		return max(c.misuse, statusBad), usagef(c.name, "%s%s", flagProblem(fs, err), c.suggestFlag(fs, err))
	}
	return run(e, words)
}

// parseInterspersed parses flags before, between and after other words, and
// returns those words. After "--" everything is a word.
func parseInterspersed(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		rest := fs.Args()
		if len(rest) == 0 {
			return words, nil
		}
		if used := len(args) - len(rest); used > 0 && args[used-1] == "--" {
			return append(words, rest...), nil
		}
		words = append(words, rest[0])
		args = rest[1:]
	}
}

// unread is what package flag says of a value that it cannot read: the value, the flag, and why.
var unread = regexp.MustCompile(`(?s)^invalid (?:boolean )?value (".*") for (?:flag )?-(\S+): (.*)$`)

// flagProblem says in plain words what package flag says.
func flagProblem(fs *flag.FlagSet, err error) string {
	msg := err.Error()
	if name, ok := strings.CutPrefix(msg, "flag provided but not defined: "); ok {
		return "there is no flag " + name
	}
	m := unread.FindStringSubmatch(msg)
	if m == nil {
		return msg
	}
	if value, ok := fs.Lookup(m[2]).Value.(flag.Getter); ok && m[3] == "parse error" {
		wants := "a number"
		switch value.Get().(type) {
		case int, int64, uint, uint64:
			wants = "a whole number"
		case bool:
			wants = "true or false"
		case time.Duration:
			wants = "a time such as 90s or 1h30m"
		}
		return fmt.Sprintf("-%s takes %s, not %s", m[2], wants, m[1])
	}
	return fmt.Sprintf("-%s %s: %s", m[2], m[1], m[3])
}

func (c *command) suggestFlag(fs *flag.FlagSet, err error) string {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return ""
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return suggest("-"+name, names)
}

// suggest returns "; did you mean …?" if one of the names is close to what was
// written, or that of a method so called, and nothing otherwise. Of names of few letters, other ones of few letters are
// not close.
func suggest(written string, names []string) string {
	best, least := "", 3
	letters := func(s string) int { return len(strings.TrimLeft(s, "-")) }
	for _, n := range names {
		if _, method, ok := strings.Cut(n, "."); ok && method == written {
			return fmt.Sprintf("; did you mean %q?", n)
		}
		d := editDistance(written, n)
		if strings.EqualFold(written, n) {
			d = 1
		} else if d > max(letters(written), letters(n))/2 {
			continue
		}
		if d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// editDistance returns how many letters have to be inserted, deleted or
// replaced to make b of a.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// oneFile returns the only word that a command takes.
func oneFile(command string, words []string) (string, error) {
	switch len(words) {
	case 0:
		return "", usagef(command, "no file: name a .go file, a directory or a .lockstep file")
	case 1:
		return words[0], nil
	}
	for _, word := range words {
		if _, err := dataio.FormatOf(word); err == nil && command != "show" {
			return "", usagef(command, "inputs come by a flag: -in %s", word)
		}
	}
	return "", usagef(command, "one file at a time, but there are %d: %s", len(words), strings.Join(words, ", "))
}

// oneOf checks the value of a flag that has a few.
func oneOf(command, name, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	return usagef(command, "-%s %q is not one of %s", name, value, strings.Join(values, ", "))
}
