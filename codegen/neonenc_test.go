package codegen

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var updateA64 = flag.Bool("update-a64", false, "write the disassembly in testdata; needs llvm-mc")

// TestA64Encodings has a disassembler say what the words of the table are. What
// LLVM's said is kept in testdata, so that the test needs no LLVM; where there is
// one, it is asked again.
func TestA64Encodings(t *testing.T) {
	var words []uint32
	var texts []string
	for i := range a64Ops {
		op := &a64Ops[i]
		for _, o := range a64Samples(op) {
			word, text := op.encode(o)
			words = append(words, word)
			texts = append(texts, text)
		}
	}
	golden := filepath.Join("testdata", "a64.txt")
	if tool, err := exec.LookPath("llvm-mc"); err == nil {
		disassembly := disassembleA64(t, tool, words)
		if *updateA64 {
			require.NoError(t, os.MkdirAll("testdata", 0o777))
			require.NoError(t, os.WriteFile(golden, disassembly, 0o666))
		}
		require.Equal(t, listing(words, texts), string(disassembly))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), listing(words, texts),
		"after a change of the table: go test -update-a64, with llvm-mc")
}

// a64Samples returns operands for a row: low and high registers, each number
// that the fields hold at their ends.
func a64Samples(op *a64Op) []a64Operands {
	var numbers []int
	switch {
	case strings.Contains(op.text, "#left"):
		numbers = []int{0, 1, op.elementBits() - 1}
	case strings.Contains(op.text, "#right"):
		numbers = []int{1, 2, op.elementBits()}
	case strings.Contains(op.text, ".d[#]"):
		numbers = []int{0, 1}
	case strings.Contains(op.text, "s[#]"):
		numbers = []int{0, 1, 2, 3}
	case strings.Contains(op.text, "b[#]"):
		numbers = []int{0, 1, 15}
	default:
		numbers = []int{0}
	}
	var samples []a64Operands
	for _, imm := range numbers {
		samples = append(samples, a64Operands{1, 2, 3, imm}, a64Operands{30, 16, 9, imm})
	}
	return samples
}

// listing prints words and instructions side by side.
func listing(words []uint32, texts []string) string {
	var b strings.Builder
	for i, w := range words {
		fmt.Fprintf(&b, "%08x  %s\n", w, texts[i])
	}
	return b.String()
}

// disassembleA64 has llvm-mc print the instructions of words.
func disassembleA64(t *testing.T, tool string, words []uint32) []byte {
	t.Helper()
	var in bytes.Buffer
	for _, w := range words {
		fmt.Fprintf(&in, "%#x %#x %#x %#x\n", byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
	}
	cmd := exec.Command(tool, "--disassemble", "--triple=aarch64", "--mattr=+neon")
	cmd.Stdin = &in
	out, err := cmd.Output()
	require.NoError(t, err)
	var texts []string
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, ".") {
			texts = append(texts, strings.ReplaceAll(line, "\t", " "))
		}
	}
	require.Len(t, texts, len(words), "a word is no instruction")
	return []byte(listing(words, texts))
}
