package arch

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// packagesOf sorts files that are not tests by their folders. The packages below examples are a user's code,
// have their package comment in the file that they are about, and are left out.
func packagesOf(files []goFile) map[string][]goFile {
	packages := map[string][]goFile{}
	for _, f := range files {
		if !f.isTest() && path.Dir(f.dir()) != "examples" {
			packages[f.dir()] = append(packages[f.dir()], f)
		}
	}
	return packages
}

// cardOf returns the file with the comment of a package: its doc.go, or the only one that there is.
func cardOf(files []goFile) (card goFile, ok bool) {
	if i := slices.IndexFunc(files, func(f goFile) bool { return path.Base(f.name) == "doc.go" }); i >= 0 {
		return files[i], true
	}
	return files[0], len(files) == 1
}

// Every package has a doc.go whose comment says what it imports; a package of one file may have the comment there.
func TestRoomCards(t *testing.T) {
	for dir, files := range packagesOf(readAll(t)) {
		card, ok := cardOf(files)
		switch {
		case !ok:
			t.Errorf("%s has no doc.go", dir)
		case !strings.HasPrefix(card.doc, "Package ") && !strings.HasPrefix(card.doc, "Command "):
			t.Errorf("%s has no package comment", card.name)
		case !regexp.MustCompile(`(?i)\bimports?\b`).MatchString(card.doc):
			t.Errorf("%s does not say what the room may import", card.name)
		}
	}
}

// A card with a section of files names every file that is written by hand, wherever in the card, and what the package
// imports of this module, in the sentence about that.
func TestCardsAreWhole(t *testing.T) {
	for _, files := range packagesOf(readAll(t)) {
		card, _ := cardOf(files)
		if !strings.Contains(card.doc, "\n# Files") {
			continue
		}
		named := filesIn(card.doc)
		imported := map[string]bool{}
		for _, f := range files {
			if base := path.Base(f.name); f.hand && f.name != card.name && !isNamed(base, named) {
				t.Errorf("%s does not name %s", card.name, base)
			}
			for _, p := range f.imports {
				if other, ours := local(p); ours {
					imported[other] = true
				}
			}
		}
		words := importsIn(card.doc)
		for other := range imported {
			if !isMentioned(other, words) {
				t.Errorf("%s does not say that the package imports %s", card.name, other)
			}
		}
	}
}

// fileName matches the name of a file, and a pattern such as pass_*.go that has something in common with the names
// that it stands for. Files of other folders, as child/child.go, are not matched.
var fileName = regexp.MustCompile(`(?:^|[\s(])([\w*]*\w[\w*]*\.go)\b`)

// filesIn returns the names and patterns of files in the text of a card.
func filesIn(doc string) (names []string) {
	for _, m := range fileName.FindAllStringSubmatch(doc, -1) {
		names = append(names, m[1])
	}
	return names
}

func isNamed(base string, named []string) bool {
	return slices.ContainsFunc(named, func(pattern string) bool {
		matches, err := path.Match(pattern, base)
		return matches && err == nil
	})
}

// importsIn returns the words of a card's sentence about imports.
func importsIn(doc string) []string {
	_, sentence, _ := strings.Cut(doc, "Imports:")
	sentence, _, _ = strings.Cut(sentence, "\n\n")
	words := strings.Fields(sentence)
	for i, w := range words {
		words[i] = strings.Trim(w, ".,;:()")
	}
	return words
}

// isMentioned reports whether a package is in a sentence about imports: by its path, by the end of that ("package
// gotypes"), as one of those below a folder ("the packages below examples"), or because anything may be imported. The
// root package is the façade.
func isMentioned(dir string, words []string) bool {
	for i, w := range words {
		switch {
		case w == "anything", w == dir, strings.HasSuffix(dir, "/"+w):
			return true
		case dir == "." && (w == "façade" || w == "root"):
			return true
		case i > 0 && words[i-1] == "below" && within(dir, w):
			return true
		}
	}
	return false
}

// What the test of cards takes for a mention, and what not.
func TestMentions(t *testing.T) {
	named := filesIn("main.go runs passes (pass_*.go, of\nlist.go); child/child.go is another's, and *.go is nothing")
	for base, want := range map[string]bool{
		"main.go": true, "pass_fold.go": true, "list.go": true, "pass.go": false, "child.go": false, "fold.go": false,
	} {
		if isNamed(base, named) != want {
			t.Errorf("%s is named: %v", base, !want)
		}
	}
	words := importsIn("Imports: the façade, circuit (why), package flow,\nand those below examples.\n\n# lower")
	for other, want := range map[string]bool{
		".": true, "circuit": true, "program/flow": true, "examples/fib": true,
		"circuit/reshape": false, "lower": false, "overflow": false,
	} {
		if isMentioned(other, words) != want {
			t.Errorf("%s is mentioned: %v", other, !want)
		}
	}
}
