package main

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// The measures of the picture, in pixels.
const (
	labelWidth = 170
	barsWidth  = 560
	margin     = 46
	rowHeight  = 19
	barHeight  = 13
	top        = 30
)

// SVG draws the rows that have the bits of package math, fastest first. The scale is logarithmic, and bars begin at 1,
// where a batch takes as long as the loop: twice as fast and half as fast are as far from it.
func SVG(t *Table) string {
	var rows []Row
	for _, r := range t.Rows {
		if r.Math != "ours" {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Ratio, a.Ratio) })
	low, high := 1.0, 1.0
	for _, r := range rows {
		low, high = min(low, r.Ratio), max(high, r.Ratio)
	}
	low, high = math.Log2(low), math.Ceil(math.Log2(high))
	x := func(ratio float64) float64 { return labelWidth + margin + barsWidth*(math.Log2(ratio)-low)/(high-low) }
	height := top + rowHeight*len(rows) + 12

	var s strings.Builder
	const font = `font-family="sans-serif" font-size="12"`
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" `+font+">\n",
		labelWidth+barsWidth+2*margin, height)
	s.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	for k := math.Ceil(low); k <= high; k++ {
		at, stroke := x(math.Exp2(k)), "#dddddd"
		if k == 0 {
			stroke = "#333333"
		}
		fmt.Fprintf(&s, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="%s"/>`, at, top-6, at, height-8, stroke)
		fmt.Fprintf(&s, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555555">%g×</text>`+"\n", at, top-12,
			math.Exp2(k))
	}
	for i, r := range rows {
		y := top + rowHeight*i
		from, to := min(x(1), x(r.Ratio)), max(x(1), x(r.Ratio))
		fmt.Fprintf(&s, `<text x="%d" y="%d" text-anchor="end" fill="#222222">%s</text>`,
			labelWidth, y+11, html.EscapeString(r.Workload))
		fmt.Fprintf(&s, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`,
			from, y, to-from, barHeight, colours[r.Group])
		fmt.Fprintf(&s, `<text x="%.1f" y="%d" fill="#222222">%.2g</text>`+"\n", to+5, y+11, r.Ratio)
	}
	at := labelWidth + margin + barsWidth - 90
	for i, group := range []string{"uniform", "divergent", "recursive"} {
		y := height - 66 + 19*i
		fmt.Fprintf(&s,
			`<rect x="%d" y="%d" width="13" height="13" fill="%s"/><text x="%d" y="%d" fill="#222222">%s</text>`+"\n",
			at, y, colours[group], at+20, y+11, group)
	}
	s.WriteString("</svg>\n")
	return s.String()
}

// colours tell the groups of workloads apart: all lanes branch alike, they part, they recurse.
var colours = map[string]string{"uniform": "#4c78a8", "divergent": "#59a14f", "recursive": "#e1812c"}
