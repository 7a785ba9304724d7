package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

const overview = `lockstep runs ordinary scalar Go functions, with recursion, loops and branches,
over thousands to millions of inputs in lockstep.

usage:

  lockstep COMMAND FILE|DIR [flags]

commands:

`

const overviewEnd = `
FILE is a .go file or a .lockstep program, DIR a directory with one Go package.
Flags take one dash or two, before or after the file.

example:

  lockstep run quadrature.go -func Integrate -in inputs.csv -out results.csv

"lockstep help COMMAND" tells more.
`

func writeOverview(w io.Writer) {
	io.WriteString(w, overview)
	for _, c := range commands {
		fmt.Fprintf(w, "  %-11s %s\n", c.name, c.short)
	}
	io.WriteString(w, overviewEnd)
}

func (c *command) writeHelp(w io.Writer) {
	fmt.Fprintf(w, "usage: %s\n\n%s", strings.TrimSpace("lockstep "+c.name+" "+c.args), c.long)
	fs, _ := c.flags()
	header := "\nflags:\n\n"
	fs.VisitAll(func(f *flag.Flag) {
		io.WriteString(w, header)
		header = ""
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  %s\n", strings.TrimSpace("-"+f.Name+" "+value))
		for line := range strings.Lines(text) {
			fmt.Fprintf(w, "        %s\n", strings.TrimSpace(line))
		}
	})
}

var helpCommand = &command{
	name:  "help",
	args:  "[COMMAND]",
	short: "tell about a command",
	long:  "help tells what a command does, with examples and all its flags.\n",
	setup: func(*flag.FlagSet) func(*env, []string) (status, error) {
		return func(e *env, words []string) (status, error) {
			if len(words) == 0 {
				writeOverview(e.stdout)
				return statusOK, nil
			}
			c := findCommand(words[0])
			if c == nil {
				return statusBad, usagef("", "there is no command %q%s", words[0], suggest(words[0], commandNames()))
			}
			c.writeHelp(e.stdout)
			return statusOK, nil
		}
	},
}
