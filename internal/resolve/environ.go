package resolve

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// getenv returns a setting of the go command: from the environment, or from
// the file that "go env -w" writes.
func getenv(key string) string {
	if v := os.Getenv(key); v != "" {
		return v
	}
	name := os.Getenv("GOENV")
	switch name {
	case "off":
		return ""
	case "":
		dir, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		name = filepath.Join(dir, "go", "env")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			return v
		}
	}
	return ""
}

// findGoroot returns the root of a Go installation, or "".
func findGoroot() string {
	// The value that was compiled in is the installation that built this
	// program; it is there on the machine of whoever builds and runs in one
	// place, and empty with -trimpath.
	for _, dir := range []string{getenv("GOROOT"), runtime.GOROOT(), besideCommand(), "/usr/local/go", "/usr/lib/go"} {
		if dir != "" && hasGo(filepath.Join(dir, "src", "math")) {
			return dir
		}
	}
	return ""
}

// besideCommand returns the installation of the go command in PATH. The command
// is not run.
func besideCommand() string {
	name, err := exec.LookPath("go")
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	return filepath.Dir(filepath.Dir(name))
}

// findCache returns the module cache, whether it exists or not, or "".
func findCache() string {
	if dir := getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	if list := filepath.SplitList(getenv("GOPATH")); len(list) > 0 && list[0] != "" {
		return filepath.Join(list[0], "pkg", "mod")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, "go", "pkg", "mod")
}
