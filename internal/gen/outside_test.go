package gen_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/internal/gen"
)

// What is generated for packages of a user's builds, passes go vet, and gives what the
// functions give.
func TestOutside(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/outside.txtar")
	require.NoError(t, err)
	dir := module(t, archive)
	lines := 0
	for line := range strings.Lines(string(archive.Comment)) {
		if args, ok := strings.CutPrefix(line, "gen "); ok {
			lines++
			generate(t, dir, strings.Fields(args))
		}
	}
	require.Equal(t, 8, lines)
	changed, err := os.ReadFile(filepath.Join(dir, "stale", "changed"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "stale", "stale.go"), changed, 0o666))
	said := goCommand(t, dir, true, "test", "-vet=all", "-v", "./...")
	for _, tested := range []string{"TestDotBatch", "TestOddBatch", "TestMoveBatch", "TestNamesBatch", "TestHalveBatch",
		"TestStale", "TestOneKind", "TestModel", "TestGradeBatch"} {
		require.Contains(t, said, "--- PASS: "+tested)
	}
	require.Contains(t, said, "--- SKIP: TestThirdBatch") // it is said that bits differ
}

// module writes a module with the files of an archive that uses this one.
func module(t *testing.T, archive *txtar.Archive) (dir string) {
	dir = t.TempDir()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	text := strings.Replace(string(mod), "module github.com/lockstep-simt/lockstep", "module outside", 1) +
		"\nrequire github.com/lockstep-simt/lockstep v0.0.0\nreplace github.com/lockstep-simt/lockstep => " + root +
		"\n"
	for _, f := range append(archive.Files, txtar.File{Name: "go.mod", Data: []byte(text)},
		txtar.File{Name: "go.sum", Data: sum}) {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, f.Data, 0o666))
	}
	return dir
}

// generate writes a wrapper and its tests.
func generate(t *testing.T, dir string, args []string) {
	o := gen.Options{Len: map[string]int{}, Cap: map[string]int{}, Line: "lockstep gen -func x"}
	fs := flag.NewFlagSet("gen", flag.PanicOnError)
	funcs, uniforms := fs.String("func", "", ""), fs.String("uniform", "", "")
	sizes := func(m map[string]int) func(string) error {
		return func(s string) error {
			name, n, _ := strings.Cut(s, "=")
			m[name] = int(n[0] - '0')
			return nil
		}
	}
	fs.Func("len", "", sizes(o.Len))
	fs.Func("cap", "", sizes(o.Cap))
	fs.BoolVar(&o.Test, "test", false, "")
	fs.BoolVar(&o.Assembly, "asm", false, "")
	require.NoError(t, fs.Parse(args))
	o.Funcs = strings.Split(*funcs, ",")
	if *uniforms != "" {
		o.Uniform = strings.Split(*uniforms, ",")
	}
	o.Dir = filepath.Join(dir, fs.Arg(0))
	file := gen.FileName(o.Funcs)
	out, err := gen.Generate(o, file)
	require.NoError(t, err, args)
	require.NoError(t, os.WriteFile(filepath.Join(o.Dir, file), out.Text, 0o666))
	for name, text := range out.Assembly {
		require.NoError(t, os.WriteFile(filepath.Join(o.Dir, name), text, 0o666))
	}
	if o.Test {
		require.NoError(t, os.WriteFile(filepath.Join(o.Dir, gen.TestName(file)), out.Test, 0o666))
	}
}

// goCommand runs the go command and returns what it says.
func goCommand(t *testing.T, dir string, passes bool, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	require.Equal(t, passes, err == nil, "go %s: %s", strings.Join(args, " "), out)
	return string(out)
}
