package main

// trigFamily has the numbers of libm's trig functions.
var trigFamily = family{name: "trig"}
