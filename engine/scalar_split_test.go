package engine

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Loops that use few of many variables, each on a line of its own.
var splitLoops = map[string]string{
	"as many rounds as said": `for q := 0; q < a & 15; q++ { X = X*Y ^ Z; Y += Z + q }`,
	"left in two ways": `for q := 0; q < a & 15; q++ {
		if X = X*Y ^ Z; X&3 == 0 { Y++; break }; Y += Z + q }`,
	"the one around it goes on": `for q := 0; q < 20; q++ {
		for { X = X*Y ^ Z; Y += 3; if X&1 == 0 { Z++; break } else if Y&8 == 0 { break } }; Z += q }`,
}

// many is a program with such loops one after the other, and all variables used behind them.
func many(loop string) string {
	var loops strings.Builder
	for _, of := range []string{"c d e", "f g h", "i j k", "l m n", "s t u"} {
		names := strings.Fields(of)
		loops.WriteString(strings.NewReplacer("X", names[0], "Y", names[1], "Z", names[2]).Replace(loop) + "\n")
	}
	return `func F(a, b int) int {
		c, d, e, f, g, h, i, j, k, l, m, n := a+b, a-b, a*b, a^b, a|b, a&b, a*3, b*3, a*5, b*5, a*9, b*9
		s, t, u, v := c*d, e*f, g*h, i*j
		` + loops.String() + `
		return ((((((((((((((s+t)*u^v)*c+d)*e^f)*g+h)*i^j)*k+l)*m^n)*a+b)*c^e)*d+f)*g^i)*h+j)*k ^ m) * s
	}`
}

// TestScalarSplit compares them with the machine, and looks for operands of loops in memory.
func TestScalarSplit(t *testing.T) {
	skipWithoutScalar(t)
	texts := map[string]string{}
	inMemory := regexp.MustCompile(`^(ADD|SUB|XOR|IMUL|CMP|TEST|LEA).*\(SP\)`)
	for name, loop := range splitLoops {
		texts[name] = many(loop)
		at := ""
		for _, l := range scalarCode(t, texts[name]).Lines() {
			if strings.HasPrefix(l, "//") {
				at = l
			}
			for line := range 5 * (1 + strings.Count(loop, "\n")) {
				isOf := strings.HasSuffix(at, fmt.Sprint("a.go:", 5+line))
				require.False(t, isOf && inMemory.MatchString(l), "%s: %s", name, l)
			}
		}
	}
	compareScalar(t, texts)
}
