/** A mutation that changes nothing anybody could notice, by file, line of code and change. */
type Equivalent = { file: string; code: string; was: string; becomes: string; because: string }

export const equivalents: Equivalent[] = []
