package main

import "testing"

// makePipe does nothing: named pipes are not in directories.
func makePipe(*testing.T, string, map[string]string) {}
