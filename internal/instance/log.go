package instance

import (
	"fmt"
	"strings"
)

// logIndent is the deepest indentation of the transcript: beyond it lines
// start with the depth, or a transcript of deep calls would be mostly blanks.
const logIndent = 24

// logf writes a line of the transcript, indented by the depth of e; nil is
// above the root.
func (c *Cache) logf(e *Entry, format string, args ...any) {
	if c.options.Log == nil {
		return
	}
	depth := 0
	if e != nil {
		depth = e.depth
	}
	indent := strings.Repeat("  ", min(depth, logIndent))
	if depth > logIndent {
		indent += fmt.Sprintf("[%d] ", depth)
	}
	fmt.Fprintf(c.options.Log, indent+format+"\n", args...)
}
