import { stripTypeScriptTypes } from 'node:module'

/** One small change of a source file: what stands at `from` becomes `becomes`. */
export type Mutation = { line: number; from: number; was: string; becomes: string; code: string }

/** Pairs of what is written and what it becomes. Our formatter puts spaces around operators, in statements of SQL too. */
const operators: [RegExp, string][] = [
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )===(?= )/g, '!=='],
  [/(?<= )!==(?= )/g, '==='],
  [/(?<= )&&(?= )/g, '||'],
  [/(?<= )\|\|(?= )/g, '&&'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/(?<= )\*(?= )/g, '/'],
  [/(?<= )\/(?= )/g, '*'],
  [/\+=/g, '-='],
  [/-=/g, '+='],
  [/\bMath\.round\b/g, 'Math.floor'],
  [/\bMath\.floor\b/g, 'Math.ceil'],
  [/\bMath\.ceil\b/g, 'Math.floor'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[(\s])!(?=[\w(])/g, ''],
  [/\bif \((?=[^)])/g, 'if (!'],
  [/(?<=[^\w.:'#-])\d[\d_]*(?=[^\w.:'-])/g, '+1'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
]
const inSql: [RegExp, string][] = [
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bnot exists\b/g, 'exists'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bgreatest\b/g, 'least'],
  [/\bleast\b/g, 'greatest'],
  [/ desc\b/g, ''],
  [/(?<= )<>(?= )/g, '='],
  [/(?<= )=(?= )/g, '<>'],
]

/** Ranges of `text` that are SQL in a template. */
function sqlRanges(text: string): [number, number][] {
  return [...text.matchAll(/\bsql(?:<[^`]*>)?`(?:[^`\\]|\\.|\$\{[^}]*\})*`/g)].map(({ index, 0: all }) => [
    index,
    index + all.length,
  ])
}

const isCode = (line: string) => !/^\s*(\/\/|\*|\/\*|import |export \{|(export )?type |@)/.test(line)

function isValid(code: string): boolean {
  try {
    stripTypeScriptTypes(code)
    return true
  } catch {
    return false
  }
}

/** All mutations of a file that are still valid code, in its order. */
export function mutationsOf(text: string): Mutation[] {
  const ranges = sqlRanges(text)
  const isSql = (at: number) => ranges.some(([from, to]) => from < at && at < to)
  const found: Mutation[] = []
  let start = 0
  for (const [i, line] of text.split('\n').entries()) {
    const begins = start
    start += line.length + 1
    if (!isCode(line)) continue
    const end = line.indexOf(' // ')
    const code = end < 0 ? line : line.slice(0, end)
    const add = (rules: typeof operators, wants: (at: number) => boolean) => {
      for (const [pattern, becomes] of rules)
        for (const { index, 0: was } of code.matchAll(pattern)) {
          const from = begins + index
          if (!wants(from)) continue
          const next = becomes === '+1' ? String(Number(was.replaceAll('_', '')) + 1) : becomes
          found.push({ line: i + 1, from, was, becomes: next, code: line.trim() })
        }
    }
    add(operators, () => true)
    add(inSql, isSql)
  }
  return found.filter((one) => isValid(mutated(text, one))).sort((a, b) => a.from - b.from)
}

/** The file with one mutation. */
export const mutated = (text: string, { from, was, becomes }: Mutation): string => {
  const rest = text.slice(from + was.length)
  // The negated condition ends with its bracket.
  if (becomes === 'if (!') return `${text.slice(0, from)}if (!(${closed(rest)}`
  return text.slice(0, from) + becomes + rest
}

function closed(rest: string): string {
  let open = 1
  for (const [i, sign] of [...rest].entries()) {
    if (sign === '(') open++
    if (sign === ')') open--
    if (open === 0) return `${rest.slice(0, i)})${rest.slice(i)}`
  }
  return rest
}
