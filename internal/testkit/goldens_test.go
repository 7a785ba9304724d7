package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// TestLoweringGoldens runs every golden of lower over the lanes of its own run
// section, everywhere.
func TestLoweringGoldens(t *testing.T) {
	files, err := filepath.Glob("../../lower/testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			sections := map[string]string{}
			for _, f := range archive.Files {
				sections[f.Name] = string(f.Data)
			}
			p, err := program.Parse(file, sections["source"])
			require.NoError(t, err)
			Same(t, p, runLanes(t, p, sections["run"]), Limits{Uniforms: RandomUniforms(p, 7)})
		})
	}
}

// runLanes takes the inputs from lines like "7 [9,8] -> 1".
func runLanes(t *testing.T, p *program.Program, section string) []Lane {
	t.Helper()
	var lanes []Lane
	for line := range strings.Lines(section) {
		in, _, ok := strings.Cut(line, "->")
		if !ok {
			continue
		}
		var lane Lane
		words := strings.Fields(strings.NewReplacer("[", " ", "]", " ", ",", " ").Replace(in))
		for _, name := range program.Variables(p.VarsIn) {
			defined, _ := p.VarDefs.Lookup(name)
			for _, typ := range defined.Flatten() {
				v := interp.Value{Type: typ}
				for range typ.Elements() {
					bits, err := program.ParseLiteral(typ.Dtype, words[0])
					require.NoError(t, err, line)
					v.Bits, words = append(v.Bits, bits), words[1:]
				}
				lane = append(lane, v)
			}
		}
		lanes = append(lanes, lane)
	}
	require.NotEmpty(t, lanes)
	return lanes
}

// TestTextGoldens runs every program that is kept as text, under limits, since
// nothing is known of its inputs.
func TestTextGoldens(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../program/testdata/*/*.lockstep",
		"../../frontend/golang/testdata/goldens/*.lockstep"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		files = append(files, found...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			p, err := program.Parse(file, string(text))
			require.NoError(t, err)
			limits := Limits{MaxDepth: 40, MaxSteps: 400, Uniforms: RandomUniforms(p, 7)}
			Same(t, p, RandomLanes(p, 12, 7), limits)
		})
	}
}
