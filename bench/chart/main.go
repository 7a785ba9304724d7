package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lockstep-simt/lockstep/bench/internal/made"
)

func main() {
	results := flag.String("results", "bench/results", "the directory of tables")
	root := flag.String("root", ".", "the directory with README.md and docs, whose tables and picture are made again")
	flag.Parse()
	if err := run(*results, *root); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

func run(results, root string) error {
	files, err := documents(results, root)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(f.path, []byte(f.text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// file is a file as it should be.
type file struct{ path, text string }

// command makes the tables in the documents.
const command = "go run ./bench/chart"

// documents returns what the last table makes: the picture, and the documents with their tables.
func documents(results, root string) ([]file, error) {
	t, err := Last(results)
	if err != nil {
		return nil, err
	}
	files := []file{{filepath.Join(root, "docs/speed.svg"), SVG(t)}}
	for name, table := range map[string]func(*Table) (string, error){
		"README.md": readmeTable, "docs/speed.md": speedTable,
	} {
		path := filepath.Join(root, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		rows, err := table(t)
		if err != nil {
			return nil, err
		}
		with, err := made.Put(string(text), command, rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files = append(files, file{path, with})
	}
	return files, nil
}
