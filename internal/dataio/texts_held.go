package dataio

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/program"
)

// Strings that a format cannot hold are refused: what is written would be another string, or no file that can be read.

// unheld says what of a string a format cannot hold, and which format holds it, or nothing.
func (f Format) unheld(s string) string {
	switch {
	case (f == CSV || f == TSV) && strings.IndexByte(s, 0) >= 0:
		return "has a zero byte, which is not CSV text; write .jsonl"
	case f == JSONLines && !utf8.ValidString(s):
		return "is not UTF-8, as JSON has to be; write .csv"
	case (f == Npz || f == Npy) && !utf8.ValidString(s):
		return "is not UTF-8, as strings of NumPy have to be; write .csv"
	case (f == Npz || f == Npy) && strings.HasSuffix(s, "\x00"):
		return "ends with a zero byte, which NumPy takes for padding; write .jsonl"
	}
	return ""
}

// checkTexts returns an error if there is a string that the format cannot hold.
func (f Format) checkTexts(r *Results) error {
	for _, c := range r.Kept {
		if err := f.checkColumn(c, r.Lanes, nil); err != nil {
			return err
		}
	}
	for _, p := range r.parts() {
		for _, c := range p.Columns {
			if err := f.checkColumn(c, r.Lanes, p.Faults); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkColumn is checkTexts for a column, in the lanes that have a result.
func (f Format) checkColumn(c Column, lanes int, faults []Fault) error {
	if c.Type != program.GoString || c.JSON && f == JSONLines {
		return nil
	}
	v, all := c.vector().(*texts), cells{Column: c, elements: c.Elements()}
	for lane := range lanes {
		if len(faults) > 0 && faults[0].Lane == lane {
			faults = faults[1:]
			continue
		}
		for i := range all.used(lane) {
			s := v.plain(lane*all.elements + i)
			if why := f.unheld(s); why != "" {
				return fmt.Errorf("row %d: %s %s", lane+1, cellNames(c.Field)[i], why)
			}
		}
	}
	return nil
}
