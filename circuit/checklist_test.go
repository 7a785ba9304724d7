package circuit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The checklist has every statement of the design, and names tests that exist.
func TestChecklist(t *testing.T) {
	text, err := os.ReadFile("CHECKLIST.md")
	require.NoError(t, err)
	var tests strings.Builder
	for _, room := range []string{".", "direct", "../lower", "../program", "../internal/interp"} {
		files, err := filepath.Glob(filepath.Join(room, "*_test.go"))
		require.NoError(t, err)
		for _, name := range files {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			tests.Write(data)
		}
	}
	for _, name := range regexp.MustCompile("`((?:Test|Benchmark)[A-Za-z]+)`").FindAllStringSubmatch(string(text), -1) {
		require.Contains(t, tests.String(), "\nfunc "+name[1]+"(", "the checklist names it")
	}
	const statements = 59
	has := map[int]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (G-[^|]*) \|`).FindAllStringSubmatch(string(text), -1) {
		var numbers []int
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(row[1], -1) {
			i, err := strconv.Atoi(n)
			require.NoError(t, err)
			numbers = append(numbers, i)
			has[i] = true
		}
		if strings.Contains(row[1], " to ") {
			for i := numbers[0]; i <= numbers[1]; i++ {
				has[i] = true
			}
		}
	}
	for i := 1; i <= statements; i++ {
		require.True(t, has[i], fmt.Sprint("G-", i))
	}
}
