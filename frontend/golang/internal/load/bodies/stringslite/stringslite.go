// Package stringslite has functions of internal/stringslite with bodies that lanes can run.
//
// Imports: nothing of ours.
package stringslite

func Clone(s string) string { return s }
