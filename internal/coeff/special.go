package main

// specialFamily has the numbers of erf, erfc, gamma and lgamma.
var specialFamily = family{name: "special"}
