package optab

// Proofs ask these again and again: so they are switches, and not maps.

// Opposite returns the row that holds of operands of type t where a comparison does not. Of floats only eq and ne
// have one, since NaN is neither below nor above anything.
func Opposite(comparison string, t Type) (row string, ok bool) {
	switch comparison {
	case "eq":
		return "ne", true
	case "ne":
		return "eq", true
	case "lt":
		row = "ge"
	case "ge":
		row = "lt"
	case "gt":
		row = "le"
	case "le":
		row = "gt"
	default:
		return "", false
	}
	return row, !t.IsFloat()
}

// Mirrored returns the row that holds of (y, x) where a comparison holds of (x, y), and false for other rows.
func Mirrored(comparison string) (row string, ok bool) {
	switch comparison {
	case "eq", "ne":
		return comparison, true
	case "lt":
		return "gt", true
	case "gt":
		return "lt", true
	case "le":
		return "ge", true
	case "ge":
		return "le", true
	}
	return "", false
}

// IsComparison reports whether a row is a comparison: eq, ne, lt, le, gt or ge.
func IsComparison(row string) bool {
	_, is := Mirrored(row)
	return is
}
