package batch

type exit struct {
	commits []commit
}
