package main

// expFamily has the numbers of libm's exp functions.
var expFamily = family{name: "exp"}
