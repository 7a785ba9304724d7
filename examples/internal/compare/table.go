package compare

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

var generate = flag.Bool("generate", false, "write inputs.csv instead of comparing it")

// Column is the values of one parameter, one a lane: a slice of bools, integers
// or floats.
type Column struct {
	Name   string
	Values any
}

// Table is the inputs of a run, one column a parameter, all of one length.
type Table []Column

// Lanes returns the number of rows.
func (t Table) Lanes() int { return reflect.ValueOf(t[0].Values).Len() }

// inputs returns the table as a batch takes it.
func (t Table) inputs() lockstep.Inputs {
	in := lockstep.Inputs{}
	for _, c := range t {
		in[c.Name] = c.Values
	}
	return in
}

// Row returns the values of one lane in words.
func (t Table) Row(lane int) string {
	var words []string
	for _, c := range t {
		words = append(words, fmt.Sprintf("%s=%s", c.Name, text(c.Values, lane)))
	}
	return strings.Join(words, " ")
}

// Head returns the first lanes, or all if there are no more.
func (t Table) Head(lanes int) Table {
	lanes = min(lanes, t.Lanes())
	head := make(Table, len(t))
	for i, c := range t {
		head[i] = Column{c.Name, reflect.ValueOf(c.Values).Slice(0, lanes).Interface()}
	}
	return head
}

// Inputs checks that the file inputs.csv of the package under test holds the
// table, or writes it there if the test runs under -generate.
func Inputs(t *testing.T, table Table) {
	t.Helper()
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	record := make([]string, len(table))
	for i, c := range table {
		record[i] = c.Name
	}
	require.NoError(t, w.Write(record))
	for lane := range table.Lanes() {
		for i, c := range table {
			record[i] = text(c.Values, lane)
		}
		require.NoError(t, w.Write(record))
	}
	w.Flush()
	require.NoError(t, w.Error())
	if *generate {
		require.NoError(t, os.WriteFile("inputs.csv", out.Bytes(), 0o644))
		return
	}
	have, err := os.ReadFile("inputs.csv")
	require.NoError(t, err)
	require.True(t, bytes.Equal(have, out.Bytes()),
		"inputs.csv is not what the test makes; run: go test . -run %s -generate", t.Name())
}

// text writes one value so that it reads back to the same bits.
func text(values any, lane int) string {
	switch v := reflect.ValueOf(values).Index(lane); v.Kind() {
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	default:
		return fmt.Sprint(v.Interface())
	}
}
