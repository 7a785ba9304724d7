package golang

// LoadTogether is [Source.Load]; it returns how many functions were loaded.
func (s *Source) LoadTogether(fns ...string) int { return s.src.LoadTogether(fns) }
