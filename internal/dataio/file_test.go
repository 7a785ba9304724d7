package dataio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func files(t *testing.T, dir string) string {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// create begins a file.
func create(path string) (*File, error) {
	f, err := NewFile(path)
	if err != nil {
		return nil, err
	}
	return f, f.Create()
}

func TestFileAppearsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")

	f, err := create(path)
	require.NoError(t, err)
	_, err = f.Write([]byte("half"))
	require.NoError(t, err)
	require.NoFileExists(t, path)
	f.Abort()
	require.Empty(t, files(t, dir))

	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	f, err = create(path)
	require.NoError(t, err)
	_, err = f.Write([]byte("new"))
	require.NoError(t, err)
	require.NoError(t, f.Commit())
	require.False(t, f.Abort())
	require.Equal(t, "out.csv", files(t, dir))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
}

func TestFileKeepsLinksAndDevices(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.csv"), filepath.Join(dir, "link.csv")
	require.NoError(t, os.WriteFile(target, []byte("old"), 0o666))
	require.NoError(t, os.Symlink(target, link))
	f, err := create(link)
	require.NoError(t, err)
	require.NoError(t, f.Commit())
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)

	f, err = create(os.DevNull)
	require.NoError(t, err)
	require.NoError(t, f.Commit())
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeDevice)
}

// A signal may end a file while it is being written, or before it is begun.
func TestFileAbortedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.csv")
	f, err := create(path)
	require.NoError(t, err)
	aborted := make(chan bool)
	go func() { aborted <- f.Abort() }()
	for err == nil {
		_, err = f.Write([]byte("x"))
	}
	require.True(t, <-aborted)
	require.Error(t, f.Commit())
	require.Empty(t, files(t, dir))

	f, err = NewFile(path)
	require.NoError(t, err)
	require.True(t, f.Abort())
	require.Error(t, f.Create())
	require.Empty(t, files(t, dir))
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := create(dir)
	require.ErrorContains(t, err, "is a directory")
	_, err = create(filepath.Join(dir, "no", "out.csv"))
	require.ErrorContains(t, err, "cannot be created: no such file or directory")
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{
		"-": CSV, "/dev/null": CSV, "/dev/stdin": CSV, "/dev/fd/63": CSV, "/dev/shm/x.npz": Npz, "/dev/shm/x.csv": CSV,
		"a.csv": CSV, "a.CSV": CSV, "x.npy": Npy, "d/x.npz": Npz, "a.csv.gz": CSV, "a.jsonl": JSONLines,
		"A.NDJSON.GZ": JSONLines, "-.jsonl": JSONLines, "-.csv.gz": CSV,
	} {
		got, err := FormatOf(path)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for path, says := range map[string]string{
		"a.csv.zst": "is compressed by a method that is not known", "a.txt": `the extension ".txt" is not known`,
		"a.npz.gz": "only text is read and written compressed", "-.npz": "not of standard input and output",
		"a.json": "is one document", "a.gz": "the name says no format: end it in .csv", ".": "is a directory",
	} {
		_, err := FormatOf(path)
		require.ErrorContains(t, err, says)
	}
	require.ErrorContains(t, Npy.CanHold("x.npy", []string{"a", "b"}),
		"x.npy: a .npy file holds one array, but there are 2 columns (a, b)")
}

func TestReadUniform(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "w.csv")
	require.NoError(t, os.WriteFile(path, []byte("1,2\n3,4\n"), 0o666))
	matrix := field("w", "float64", 2, 2)

	got, err := ReadUniform(path, matrix)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3, 4}, got.Data)

	got, err = ReadUniform("0.5, 1,2,3", matrix)
	require.NoError(t, err)
	require.Equal(t, []float64{0.5, 1, 2, 3}, got.Data)

	got, err = ReadUniform("7", fieldN)
	require.NoError(t, err)
	require.Equal(t, []int8{7}, got.Data)

	_, err = ReadUniform("300", fieldN)
	require.ErrorContains(t, err, "out of range for int8")
	_, err = ReadUniform("1,2", matrix)
	require.ErrorContains(t, err, "2 values, but w [2][2]float64 needs 4")
	require.NoError(t, os.WriteFile(path, []byte("1,2\n3,x\n"), 0o666))
	_, err = ReadUniform(path, matrix)
	require.ErrorContains(t, err, `w.csv:2:3: "x" is not a float64`)
	require.NoError(t, os.WriteFile(path, []byte("1,2\n3\n"), 0o666))
	_, err = ReadUniform(path, matrix)
	require.ErrorContains(t, err, "3 values")
}
