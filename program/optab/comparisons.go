package optab

// opposites are comparisons that hold where others do not, NaN aside.
var opposites = map[string]string{"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}

// Opposite returns the row that holds of operands of type t where a comparison does not. Of floats only eq and ne
// have one, since NaN is neither below nor above anything.
func Opposite(comparison string, t Type) (row string, ok bool) {
	row, ok = opposites[comparison]
	return row, ok && (!t.IsFloat() || row == "eq" || row == "ne")
}

// mirrored are comparisons that hold where others hold of the operands in the other order.
var mirrored = map[string]string{"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}

// Mirrored returns the row that holds of (y, x) where a comparison holds of (x, y), and false for other rows.
func Mirrored(comparison string) (row string, ok bool) {
	row, ok = mirrored[comparison]
	return row, ok
}

// IsComparison reports whether a row is a comparison: eq, ne, lt, le, gt or ge.
func IsComparison(row string) bool { return mirrored[row] != "" }
