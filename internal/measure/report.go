package measure

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/simd"
)

// Implementations returns the names of the kernels' implementations that can
// run here, the best one last.
func Implementations() []string {
	var names []string
	for _, impl := range simd.Implementations() {
		if impl.Available {
			names = append(names, impl.Name)
		}
	}
	return names
}

// Report is what a command measured.
type Report struct {
	Name   string   // of the command: "functions"
	Notes  []string // what was measured, and how
	Tables []Table
	After  []string // what the tables leave to be said
}

// Table is a table of a report. Columns after the first are numbers.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
}

// Row adds a row.
func (t *Table) Row(cells ...string) { t.Rows = append(t.Rows, cells) }

// OutFlag declares the flag -out of a measuring command.
func OutFlag() *string {
	return flag.String("out", "", "also append the report to `DIR`/NAME-DATE.md")
}

// Emit prints the report, and appends it to a dated file if dir is not empty.
func (r *Report) Emit(dir string) error {
	now := time.Now()
	text := r.markdown(now)
	fmt.Print(text)
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, r.Name+"-"+now.Format("2006-01-02")+".md")
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text + "\n"); err != nil {
		return err
	}
	return f.Close()
}

func (r *Report) markdown(now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, %s\n\n", r.Name, now.Format("2006-01-02 15:04"))
	fmt.Fprintf(&b, "* %s/%s, %s, kernels %s\n* %s\n", runtime.GOOS, runtime.GOARCH, runtime.Version(), simd.Active(),
		simd.Features())
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "* %s\n", n)
	}
	for _, t := range r.Tables {
		if t.Title != "" {
			fmt.Fprintf(&b, "\n## %s\n", t.Title)
		}
		b.WriteString("\n" + t.markdown())
	}
	for i, n := range r.After {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "* %s\n", n)
	}
	return b.String()
}

// markdown returns the table with its columns aligned.
func (t *Table) markdown() string {
	widths := make([]int, len(t.Columns))
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	line := func(cells []string, pad string, end func(column int) string) {
		b.WriteString("|")
		for i, width := range widths {
			cell := ""
			if i < len(cells) {
				cell = cells[i]
			}
			gap := strings.Repeat(pad, width-utf8.RuneCountInString(cell))
			if i == 0 {
				cell += gap
			} else {
				cell = gap + cell
			}
			b.WriteString(pad + cell + end(i) + "|")
		}
		b.WriteString("\n")
	}
	blank := func(int) string { return " " }
	line(t.Columns, " ", blank)
	line(nil, "-", func(column int) string {
		if column == 0 {
			return "-"
		}
		return ":"
	})
	for _, row := range t.Rows {
		line(row, " ", blank)
	}
	return b.String()
}
