import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Lifecycle } from '#contract/wire/lifecycle.ts'

const root = join(import.meta.dirname, '..')
export const lifecyclesFile: string = join(root, 'docs/lifecycles.md')

export type AnyLifecycle = Lifecycle<string, string>

const isLifecycle = (value: unknown): value is AnyLifecycle =>
  typeof value === 'object' && value !== null && 'moves' in value && 'states' in value

/** Every lifecycle of the contract, ordered by domain. */
export async function lifecycles(): Promise<AnyLifecycle[]> {
  const contract = join(root, 'src/contract')
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /[\\/]lifecycles\.ts$/.test(file),
  )
  const modules = await Promise.all(
    files.sort().map((file): Promise<Record<string, unknown>> => import(pathToFileURL(join(contract, file)).href)),
  )
  return modules.flatMap((module) =>
    Object.values(module)
      .filter(isLifecycle)
      .sort((a, b) => a.table.localeCompare(b.table)),
  )
}

/** Every move of a lifecycle from one state to another. */
export const stepsOf = ({ moves }: AnyLifecycle): { move: string; from: string; to: string }[] =>
  Object.entries(moves).flatMap(([move, { to }]) =>
    Object.entries(to).flatMap(([from, target]) => (target ? [{ move, from, to: target }] : [])),
  )

const diagramOf = (lifecycle: AnyLifecycle): string[] => [
  '```mermaid',
  'stateDiagram-v2',
  ...lifecycle.starts.map((state) => `  [*] --> ${state}`),
  ...stepsOf(lifecycle).map(({ move, from, to }) => `  ${from} --> ${to}: ${move}`),
  '```',
]

function pageOf(lifecycle: AnyLifecycle): string {
  const states = Object.entries(lifecycle.states).map(([state, text]) => `| \`${state}\` | ${text} |`)
  const moves = Object.entries(lifecycle.moves).map(
    ([move, { by, follows }]) => `| \`${move}\` | ${by.join(', ')} | ${follows ?? ''} |`,
  )
  return [
    `## ${lifecycle.table}`,
    '',
    `Stored in \`${lifecycle.table}.${lifecycle.column}\`.`,
    '',
    ...diagramOf(lifecycle),
    '',
    ...['| state | what it means |', '|---|---|', ...states, ''],
    ...['| move | who makes it | what follows |', '|---|---|---|', ...moves, ''],
  ].join('\n')
}

/** The text of `docs/lifecycles.md`. */
export async function lifecyclesPage(): Promise<string> {
  const intro = [
    '# Lifecycles',
    '',
    'Written by `npm run lifecycles` from the tables in `src/contract/*/lifecycles.ts`; change those and run it again.',
    'In the tests the database refuses a step that is not here.',
    '',
  ]
  return `${[...intro, ...(await lifecycles()).map(pageOf)].join('\n').trimEnd()}\n`
}

if (import.meta.main) {
  writeFileSync(lifecyclesFile, await lifecyclesPage())
  console.log('Updated docs/lifecycles.md')
}
