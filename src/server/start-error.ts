/** A start failure explained to the person at the terminal; printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

const advice: [said: RegExp, what: string][] = [
  [/ENOSPC|EDQUOT|No space left on device/i, 'The disk is full: free space or enlarge it, then start again.'],
  [/EROFS|Read-only file system/i, 'The folder is read-only: mount it writable, or set another DATA_DIR.'],
  [/EACCES|EPERM|Permission denied/i, 'Start as the user the folder belongs to, or set another DATA_DIR.'],
]

/** What to do about a failure of a disk or folder, on a line of its own; empty for anything else. */
export const diskAdvice = (message: string): string => {
  const found = advice.find(([said]) => said.test(message))
  return found ? `\n${found[1]}` : ''
}
