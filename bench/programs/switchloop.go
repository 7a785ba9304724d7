package programs

// The states of a connection.
const (
	idle = iota
	connecting
	sending
	waiting
	backingOff
	closed
)

// Transfer plays the life of a connection that is to send some packets over a line that
// loses lossPerMille of a thousand of them, and returns how long it took and how many tries
// were lost. It gives up at the deadline. The seed decides what is lost.
func Transfer(seed uint64, packets, lossPerMille, deadline int) (elapsed, lost int) {
	state, sent, window, pause := idle, 0, 1, 1
	for state != closed && elapsed < deadline {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		chance := int(seed >> 44 & 1023)
		switch state {
		case idle:
			elapsed += chance & 15
			state = connecting
		case connecting:
			elapsed += 3
			if chance >= 2*lossPerMille {
				state = sending
			} else {
				lost++
				state = backingOff
			}
		case sending:
			elapsed += window
			state = waiting
		case waiting:
			switch {
			case chance < lossPerMille:
				lost += window
				window = window/2 + 1
				state = backingOff
			case sent+window >= packets:
				state = closed
			default:
				sent += window
				window = min(window+1, 16)
				elapsed += 2
				state = sending
			}
		case backingOff:
			elapsed += pause
			pause = min(2*pause, 64)
			if chance < 64 {
				state = connecting
			} else {
				state = sending
			}
		}
	}
	return elapsed, lost
}
