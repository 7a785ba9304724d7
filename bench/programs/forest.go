package programs

// Score returns the mean over decision trees of what each says of an object with eight
// features. The nodes of all trees stand in one table: a node asks whether a feature is
// below its threshold; a leaf has the feature -1, and a value.
func Score(x [8]float64, roots, feature []int32, threshold []float64, left, right []int32, value []float64) float64 {
	sum := 0.0
	for _, node := range roots {
		for feature[node] >= 0 {
			if x[feature[node]] < threshold[node] {
				node = left[node]
			} else {
				node = right[node]
			}
		}
		sum += value[node]
	}
	return sum / float64(len(roots))
}
