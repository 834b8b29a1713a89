import type { z } from 'zod'
import { StartError } from './start-error.ts'
import { hidden } from './variables.ts'

/** What is wrong with the environment, collected so that everything is reported at once. */
export type Problems = ReturnType<typeof createProblems>

/**
 * Starts with the `issues` of single variables and with problems `found` before. Each is a sentence with the variable and its
 * value, unless that is secret.
 */
export function createProblems(issues: z.core.$ZodIssue[], given: Record<string, string>, found: string[]) {
  const lines = [...found]
  const invalid = new Set(issues.map(({ path }) => String(path[0])))
  const missing = new Set<string>()
  for (const { path, message } of issues) {
    const name = String(path[0])
    lines.push(hidden.has(name) ? `${name} ${message}.` : `${name} is "${given[name]}", but ${message}.`)
  }
  return {
    /** Variables whose value cannot be used; nothing else is said about them. */
    invalid,
    add(...more: string[]) {
      lines.push(...more)
    },
    /** The value of a variable that `because` needs; a missing one is reported once, and empty. */
    needed(name: string, value: string | undefined, because: string): string {
      if (!value && !invalid.has(name) && !missing.has(name)) lines.push(`${name} is missing: ${because} needs it.`)
      if (!value) missing.add(name)
      return value ?? ''
    },
    /** Runs a check; reports what it refuses, and returns `instead` then. */
    attempt<T>(check: () => T, instead: T): T {
      try {
        return check()
      } catch (error) {
        if (!(error instanceof StartError)) throw error
        lines.push(error.message)
        return instead
      }
    },
    /** @throws StartError with a line for each problem */
    throwIfAny() {
      if (lines.length > 0) throw new StartError(lines.join('\n'))
    },
  }
}
