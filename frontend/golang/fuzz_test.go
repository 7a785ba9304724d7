package golang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/cases"
	"github.com/lockstep-simt/lockstep/program"
)

// FuzzCompile feeds arbitrary bytes to the compiler. It must give a program
// that the verifier accepts, or errors, and never panic; "gave up" is how a
// panic that was caught looks, and is a failure here.
func FuzzCompile(f *testing.F) {
	seeds, _ := filepath.Glob("testdata/[gr]*/*")
	for _, path := range seeds {
		if text, err := os.ReadFile(path); err == nil {
			f.Add(string(text))
		}
	}
	if files, err := golang.ReadFS(cases.Sources); err == nil {
		for _, file := range files {
			f.Add(file.Text)
		}
	}
	f.Add("package p; type T struct{ t T }; func F(t T) T { return t }")
	f.Add("package p; type A [2]A; func F(a A) int { return len(a) }")
	f.Add("package p; func F(x int) (r int) { for { switch { case x > 0: goto l }; x++; l: x-- } }")
	f.Add("package p; var t = [...][2]struct{ a int; b [1]bool }{3: {1: {b: [1]bool{true}}}}; func F(i, j uint8) " +
		"bool { return t[i][j].b[0] }")
	f.Fuzz(func(t *testing.T, text string) {
		watchdog := time.AfterFunc(10*time.Second, func() { panic("compiling takes more than 10 s") })
		defer watchdog.Stop()
		files := []golang.File{{Name: "a.go", Text: text}}
		fns, err := golang.Functions(files)
		if err != nil {
			return
		}
		for _, fn := range fns[:min(len(fns), 5)] {
			p, err := golang.Compile(files, fn.Name, golang.Options{})
			for _, e := range program.Errors(err) {
				if strings.Contains(e.Msg, "gave up") {
					t.Errorf("%s: %v", fn.Name, e)
				}
			}
			if (p == nil) == (err == nil) {
				t.Errorf("%s: program %v, error %v", fn.Name, p, err)
			}
		}
	})
}
