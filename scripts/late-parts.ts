import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const web = join(import.meta.dirname, '../src/web')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file))

/** Names of the files whose parts pages load on demand (`web/ui/late.tsx`). */
export const lateParts = new Set(
  sources.flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/\blate\(\s*'([\w-]+)'/g)].map(([, name = '']) => name),
  ),
)

/** The built scripts of each such file, with all that they import. */
export function lateScripts(assets: string): Record<string, string[]> {
  const built = readdirSync(assets)
  const withImports = (file: string, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found
    const text = readFileSync(join(assets, file), 'utf8')
    found.add(file)
    for (const [, next = ''] of text.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g))
      withImports(next, found)
    return found
  }
  const scriptsOf = (name: string): string[] => {
    const file = built.find((one) => new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(one))
    if (file === undefined) throw new Error(`the build has no script of ${name}`)
    return [...withImports(file)]
  }
  return Object.fromEntries([...lateParts].map((name) => [name, scriptsOf(name)]))
}
