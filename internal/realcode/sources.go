package realcode

import (
	"os"
	"sync"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// sources returns a function that reads imported packages once.
func sources() func(path string) ([]golang.File, error) {
	type read struct {
		files []golang.File
		err   error
	}
	var mu sync.Mutex
	packages := map[string]read{}
	return func(path string) ([]golang.File, error) {
		mu.Lock()
		defer mu.Unlock()
		r, ok := packages[path]
		if !ok {
			listed, err := list([]string{path})
			if r.err = err; err == nil {
				r.files, r.err = golang.ReadPackage(os.DirFS(listed[path].dir), path)
			}
			packages[path] = r
		}
		return r.files, r.err
	}
}
