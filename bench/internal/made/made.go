package made

import (
	"fmt"
	"strings"
)

// End is the line behind what is made.
const End = "<!-- end of what is made -->\n"

// Begin is the line before what a command makes.
func Begin(command string) string { return "<!-- made of bench/results by: " + command + " -->\n" }

// Put returns a document with what a command makes in its place.
func Put(text, command, made string) (string, error) {
	begin := Begin(command)
	before, rest, ok := strings.Cut(text, begin)
	_, after, ends := strings.Cut(rest, End)
	if !ok || !ends {
		return "", fmt.Errorf("it has no place for the table, between %q and %q", begin, End)
	}
	return before + begin + made + End + after, nil
}
