package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/bench/internal/made"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// docsCommand makes the table in the documents.
const docsCommand = "go run ./bench/functions -docs docs/functions.md"

// parts are functions of package gomath that give one of the results of package math's.
var parts = []string{"LgammaSign", "ModfInt", "ModfFrac"}

// writeDocs puts the table into a document.
func writeDocs(file, results string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	with, err := docs(string(text), results)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, []byte(with), 0o666)
}

// docs returns a document with the table in it.
func docs(text, results string) (string, error) {
	table, err := docsTable(results)
	if err != nil {
		return "", err
	}
	return made.Put(text, docsCommand, table)
}

// docsTable makes the table, of what is recorded in a directory.
func docsTable(results string) (string, error) {
	last, err := lastRecorded(results)
	if err != nil {
		return "", err
	}
	proven, err := proofs(results)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Recorded on %s:\n\n", last.date)
	b.WriteString("| | ns, package math | ns, its bits: AVX2 | AVX-512 | compared with it at | ns, ours: AVX2 " +
		"| AVX-512 |" +
		" error, ours, `float64` | `float32` | error, package math |\n")
	b.WriteString("|---|--:|--:|--:|:--|--:|--:|--:|--:|--:|\n")
	for i := range optab.Table {
		op := &optab.Table[i]
		wide, ok := last.tables["float64"][op.Name]
		name, mnemonic, ours := op.Libm, optab.GoTwin(op.Name)+".f64", true
		if op.Gomath != "" {
			name, mnemonic, ours = op.Gomath, op.Name+".f64", false
		}
		if !ok || slices.Contains(parts, name) || wide["go avx512"] == "–" {
			continue
		}
		cells := []string{"`" + name + "`", wide["package math"], wide["go avx2"], wide["go avx512"],
			proven[mnemonic].String()}
		if ours {
			narrow := last.tables["float32"][op.Name]
			cells = append(cells, wide["avx2"], wide["avx512"], inUlps(wide["max ulp"]), inUlps(narrow["max ulp"]),
				inUlps(wide["math's"]))
		}
		for len(cells) < 10 {
			cells = append(cells, "")
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String(), nil
}

// inUlps is an error, as far as it is of interest.
func inUlps(cell string) string {
	x, err := strconv.ParseFloat(cell, 64)
	switch {
	case err != nil:
		return ""
	case x > 100:
		return "> 100"
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
