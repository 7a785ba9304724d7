package main

// worstCases has arguments for which the result is hardest to round, by function.
var worstCases = map[string][]float64{}
