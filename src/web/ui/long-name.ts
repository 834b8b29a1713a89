/** Longest word of a name that fits narrow lists at their usual size. */
const wordLength = 20

/** Classes of a name that takes two lines at most; one with a very long word is smaller, so that no word is cut. */
export const longName = (name: string): string =>
  name.split(/\s/).some((word) => word.length > wordLength) ? 'long-name long-name-small' : 'long-name'
