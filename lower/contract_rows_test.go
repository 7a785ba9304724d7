package lower_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestContractRows checks that the table of the contract has all statements and conditions, and
// names tests that there are.
func TestContractRows(t *testing.T) {
	text, err := os.ReadFile("CONTRACT.md")
	require.NoError(t, err)
	views, err := os.ReadFile("../contract_test.go")
	require.NoError(t, err)
	for i := range 20 {
		require.Contains(t, string(text), fmt.Sprintf("\n| Q-%d |", i+1))
	}
	for i := range 8 {
		require.Contains(t, string(text), fmt.Sprintf("\n| %d |", i+1))
	}
	has := map[string]func(name string) bool{
		"TestContract": func(name string) bool {
			for _, c := range contracts {
				if strings.HasPrefix(c.name, name) {
					return true
				}
			}
			return false
		},
		"TestViews": func(name string) bool { return strings.Contains(string(views), `{"`+name+`", `) },
	}
	named := regexp.MustCompile("`(Test\\w+)`:((?: \"[^\"]+\",?)+)").FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, named)
	for _, m := range named {
		require.Contains(t, has, m[1])
		for _, name := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(m[2], -1) {
			require.True(t, has[m[1]](name[1]), "%s has no case %q", m[1], name[1])
		}
	}
}
