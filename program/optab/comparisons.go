package optab

// opposites are comparisons that hold where others do not, NaN aside.
var opposites = map[string]string{"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}

// Opposite returns the row that holds of operands of type t where a comparison does not. Of floats only eq and ne
// have one, since NaN is neither below nor above anything.
func Opposite(comparison string, t Type) (row string, ok bool) {
	row, ok = opposites[comparison]
	return row, ok && (!t.IsFloat() || row == "eq" || row == "ne")
}
