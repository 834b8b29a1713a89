/** A mutation that changes nothing anybody could notice, by file, line of code and change. */
type Equivalent = { file: string; code: string; was: string; becomes: string; because: string }

const freeTimes = 'src/server/classes/availability/free-times.ts'

export const equivalents: Equivalent[] = [
  {
    file: freeTimes,
    code: 'export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))',
    was: '5',
    becomes: '6',
    because: 'a clock time has five characters',
  },
  {
    file: freeTimes,
    code: 'for (let at = Math.ceil(from / stepMinutes) * stepMinutes; at + minutes <= to; at += stepMinutes) {',
    was: '+',
    becomes: '-',
    because: 'times that do not fit are dropped again below',
  },
  {
    file: freeTimes,
    code: 'const next = taken.filter((one) => one.endsAt > startsAt && one.startsAt < plusMinutes(midnight, to))',
    was: '<',
    becomes: '<=',
    because: 'a time taken from the end of the hours on ends no free time earlier',
  },
  {
    file: 'src/server/platform/contacts/digit-runs.ts',
    code: 'String.raw`(?<![\\p{L}\\p{N}])(?=[a-z]{0,5}[\\d!$@])(?=[\\d!$@]{0,5}[a-z])[a-z\\d!$@]{3,6}(?![\\p{L}\\p{N}])`,',
    was: '5',
    becomes: '6',
    because: 'six letters without a sign, and six signs without a letter, are read the same one by one',
  },
]
