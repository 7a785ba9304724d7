package golang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// What errors.Join joins, or fmt.Errorf wraps, is known if it is the arguments of the call, and up to eight errors are
// asked for. Elsewhere only the lanes are left to Go that ask.
func TestErrorsJoined(t *testing.T) {
	asks := func(n int) string {
		var text strings.Builder
		for k := range n {
			fmt.Fprintf(&text, "\tif errors.Is(err, errs[%d]) {\n\t\treturn %d\n\t}\n", k, k)
		}
		return text.String()
	}
	const ofLanes = "err := errors.Join(pick(n), pick(n/2))"
	for _, c := range []struct{ joins, asks, says string }{
		{ofLanes, asks(8), ""},
		{ofLanes, asks(9), "errors.Is and errors.As ask for 9 errors and types where some are joined, and " +
			"there may be 8; ask for fewer, or compare with =="},
		{ofLanes, "\tif err == errs[3] {\n\t\treturn 1\n\t}\n" + asks(1), ""},
		{"err := errors.Join([]error{pick(n), nil}...)", asks(1), ""},
		{"all := []error{pick(n)}\n\tif n > 3 {\n\t\tall = append(all, errs[1])\n\t}\n\t" +
			"err := errors.Join(all...)", asks(1), "errors.Is is not available in batched code for errors that " +
			"errors.Join joins out of a slice; join them one by one, as in err = errors.Join(err, e)"},
		{`err := fmt.Errorf("%w, %d: %w", pick(n), n, pick(n/2))`, asks(8), ""},
		{`err := fmt.Errorf("%[2]w, %[1]w", pick(n), pick(n/2))`, asks(1), "errors that fmt.Errorf wraps in another " +
			"way than with %w of errors"},
	} {
		text := "package p\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"strconv\"\n)\n\nvar _ = fmt.Errorf\n\n" +
			"var errs = [9]error{" + strings.Repeat("nil, ", 9) + "}\n\nfunc init() {\n\tfor i := range errs {\n" +
			"\t\terrs[i] = errors.New(strconv.Itoa(i))\n\t}\n}\n\n" +
			"func pick(n int) error {\n\tif n < 0 {\n\t\treturn nil\n\t}\n\treturn errs[n%9]\n}\n\n" +
			"func F(n int) int {\n\tif n == 100 {\n\t\treturn 9\n\t}\n\t" + c.joins + "\n" + c.asks +
			"\treturn n\n}\n"
		files := []golang.File{{Name: "p.go", Text: text}}
		opts := golang.Options{Import: resolve.New(".").Import, MakeCap: 4}
		_, err := golang.Compile(files, "F", opts)
		if c.says == "" {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, c.says, text)
		opts.LeaveToGo = true
		_, err = golang.Compile(files, "F", opts)
		require.NoError(t, err, text)
	}
}
