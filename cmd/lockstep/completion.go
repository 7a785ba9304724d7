package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/batch"
)

var completionCommand = &command{
	name:  "completion",
	args:  "bash|zsh|fish",
	short: "print a completion script for a shell",
	long: `completion prints a script that makes a shell complete commands, flags and their
values. To have it in every session:

  lockstep completion bash > ~/.local/share/bash-completion/completions/lockstep
  lockstep completion zsh  > "${fpath[1]}/_lockstep"
  lockstep completion fish > ~/.config/fish/completions/lockstep.fish
`,
	setup: func(*flag.FlagSet) func(*env, []string) (status, error) {
		return func(e *env, words []string) (status, error) {
			scripts := map[string]func(io.Writer){"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
			if len(words) != 1 || scripts[words[0]] == nil {
				return statusBad, usagef("completion", "name one shell: bash, zsh or fish")
			}
			scripts[words[0]](e.stdout)
			return statusOK, nil
		}
	},
}

// flagValues returns the words that a flag takes, if they are a few; other
// values are completed as files.
func flagValues(name string) string {
	switch name {
	case "after":
		return strings.Join(stageNames(), " ")
	case "engine":
		return strings.Join(engineNames(), " ")
	case "math":
		return "ours go"
	case "schedule":
		var names []string
		for _, s := range batch.Schedules() {
			names = append(names, s.String())
		}
		return strings.Join(names, " ")
	case "simd":
		return strings.Join(implementationNames(), " ")
	}
	return ""
}

// commandFlags returns the names of a command's flags, and which of them take
// no value.
func commandFlags(c *command) (names []string, boolean map[string]bool) {
	fs, _ := c.flags()
	boolean = map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) {
		names = append(names, f.Name)
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			boolean[f.Name] = true
		}
	})
	return names, boolean
}

// commandWords has what follows the commands that take a word of a list.
func commandWords(c *command) string {
	switch c.name {
	case "completion":
		return "bash zsh fish"
	case "help":
		return strings.Join(commandNames(), " ")
	}
	return ""
}

func bashCompletion(w io.Writer) {
	fmt.Fprintf(w, `# bash completion of lockstep
_lockstep() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W %q -- "$cur"))
        return
    fi
    case $prev in
`, strings.Join(commandNames(), " "))
	for _, f := range []string{"after", "engine", "math", "schedule", "simd"} {
		fmt.Fprintf(w, "    -%s|--%s) COMPREPLY=($(compgen -W %q -- \"$cur\")); return ;;\n", f, f, flagValues(f))
	}
	fmt.Fprint(w, "    esac\n    local flags= words=\n    case ${COMP_WORDS[1]} in\n")
	for _, c := range commands {
		names, _ := commandFlags(c)
		var flags []string
		for _, n := range names {
			flags = append(flags, "-"+n)
		}
		fmt.Fprintf(w, "    %s) flags=%q words=%q ;;\n", c.name, strings.Join(flags, " "), commandWords(c))
	}
	fmt.Fprint(w, `    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$flags" -- "$cur"))
    elif [[ -n $words ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
    else
        COMPREPLY=($(compgen -f -- "$cur"))
    fi
}
complete -o filenames -F _lockstep lockstep
`)
}

func zshCompletion(w io.Writer) {
	fmt.Fprint(w, "#compdef lockstep\n# zsh completion of lockstep\n_lockstep() {\n    local -a commands=(\n")
	for _, c := range commands {
		fmt.Fprintf(w, "        '%s:%s'\n", c.name, c.short)
	}
	fmt.Fprint(w, "    )\n    if ((CURRENT == 2)); then\n        _describe command commands\n        return\n    "+
		"fi\n    case ${words[2]} in\n")
	for _, c := range commands {
		names, boolean := commandFlags(c)
		fmt.Fprintf(w, "    %s) _arguments", c.name)
		for _, n := range names {
			switch {
			case boolean[n]:
				fmt.Fprintf(w, " '-%s'", n)
			case flagValues(n) != "":
				fmt.Fprintf(w, " '-%s:%s:(%s)'", n, n, flagValues(n))
			default:
				fmt.Fprintf(w, " '-%s:%s:_files'", n, n)
			}
		}
		if list := commandWords(c); list != "" {
			fmt.Fprintf(w, " '*:word:(%s)' ;;\n", list)
		} else {
			fmt.Fprint(w, " '*:file:_files' ;;\n")
		}
	}
	fmt.Fprint(w, "    esac\n}\n_lockstep \"$@\"\n")
}

func fishCompletion(w io.Writer) {
	fmt.Fprint(w, "# fish completion of lockstep\n")
	for _, c := range commands {
		fmt.Fprintf(w, "complete -c lockstep -n __fish_use_subcommand -f -a %s -d %q\n", c.name, c.short)
	}
	for _, c := range commands {
		seen := fmt.Sprintf("-n '__fish_seen_subcommand_from %s'", c.name)
		if list := commandWords(c); list != "" {
			fmt.Fprintf(w, "complete -c lockstep %s -f -a %q\n", seen, list)
		}
		names, boolean := commandFlags(c)
		for _, n := range names {
			switch {
			case boolean[n]:
				fmt.Fprintf(w, "complete -c lockstep %s -o %s\n", seen, n)
			case flagValues(n) != "":
				fmt.Fprintf(w, "complete -c lockstep %s -o %s -x -a %q\n", seen, n, flagValues(n))
			default:
				fmt.Fprintf(w, "complete -c lockstep %s -o %s -r\n", seen, n)
			}
		}
	}
}
