import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { doorOf, partOf, parts } from './domains.ts'

const root = join(import.meta.dirname, '..')

const serverTop = ['app', 'main', 'worker', 'pages', 'welcome']
const webTop = ['root', 'routes', 'entry.server', 'entry.client', 'ssr']
const vagueNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'shared',
  'core',
  'base',
  'manager',
  'types',
  'index',
]
const linesMost = 300

/** One import: the file it names (or the package), whether only types come through it, and whether it is fetched when wanted. */
export type Import = { target: string; isTypeOnly: boolean; isLater: boolean }
type Place = { side: string; area: string; name: string }

/** Where a file stands: its side (contract, server, web, test, scripts; bench counts as test), the area below it, its name without ending. */
function placeOf(file: string): Place {
  const [first = '', second = '', ...rest] = file.split('/')
  const name = basename(file).replace(/\.(tsx?|mjs|css)$/, '')
  if (/\.test\.tsx?$/.test(file)) return { side: 'test', area: '', name }
  if (first !== 'src') return { side: first === 'bench' ? 'test' : first, area: '', name }
  if (second === 'contract') return { side: 'contract', area: '', name }
  if (second === 'server') return { side: second, area: partOf(file), name }
  return { side: second, area: rest.length > 1 ? (rest[0] ?? '') : '', name }
}

type Knowledge = { isZodFree: (file: string) => boolean; isRoute: (file: string) => boolean }

/** A sentence saying why `file` may not import `one`, or null when it may. */
export function refusal(file: string, one: Import, { isZodFree, isRoute }: Knowledge): string | null {
  const { target } = one
  if (target.includes('+types/')) return null // generated for each route
  const from = placeOf(file)
  if (from.side === 'contract' && !target.startsWith('src/')) {
    return target === 'zod' ? null : `${file} imports ${target}: the contract knows zod and nothing else.`
  }
  if (!/^(src|test|bench|scripts)\//.test(target)) return null
  const to = placeOf(target)
  if (to.side === 'test') return from.side === 'test' ? null : `${file} imports ${target}: nobody imports tests.`
  if (from.side === 'test' || from.side === 'scripts') return null
  if (from.side === 'contract')
    return to.side === 'contract' ? null : `${file} imports ${target}: the contract imports only itself.`
  if (to.side === 'scripts') {
    return file === 'src/server/main.ts' ? null : `${file} imports ${target}: only main.ts runs scripts.`
  }
  if (to.side === 'contract') {
    if (from.side === 'server' || one.isTypeOnly || isZodFree(target)) return null
    // Loaders and actions never reach the browser.
    const runsOnServer = /(-page\.tsx|\.server\.tsx?)$/.test(file) || from.area === '' || isRoute(file)
    return runsOnServer
      ? null
      : `${file} imports ${target}, which brings zod into the browser: import its types, or from a zod-free file.`
  }
  if (to.side !== from.side) return `${file} imports ${target}: ${from.side} and ${to.side} meet in the contract only.`
  return from.side === 'server' ? serverRefusal(file, from, one, to) : webRefusal(file, from, target, to)
}

function serverRefusal(file: string, from: Place, one: Import, to: Place): string | null {
  const { target } = one
  if (to.name === 'app' && to.area === '' && from.name !== 'main')
    return `${file} imports ${target}: nobody imports app.ts.`
  if (from.area === '') {
    // `context.ts` names the types of what features are given.
    if (serverTop.includes(from.name) || (from.name === 'context' && one.isTypeOnly)) return null
    return to.area === ''
      ? null
      : `${file} imports ${target}: ${from.name}.ts stands below every domain and the platform.`
  }
  if (to.area === from.area) return null
  const [fromDomain, toDomain] = [from.area, to.area].map((area) => area.split('/')[0])
  if (to.area === '') {
    if (to.name === 'config') return null
    if (to.name === 'jobs')
      return fromDomain === 'providers' ? `${file} imports ${target}: providers/ know no jobs.` : null
    if (to.name === 'context' && one.isTypeOnly && fromDomain !== 'platform') return null
    return `${file} imports ${target}: nobody imports ${to.name}.ts.`
  }
  if (fromDomain === 'platform') return `${file} imports ${target}: the platform knows no domain and no provider.`
  if (toDomain === 'platform') return null
  if (fromDomain === 'providers') return `${file} imports ${target}: providers/ know no domain.`
  if (toDomain === 'providers') return null
  const [mine, theirs] = [parts.indexOf(from.area), parts.indexOf(to.area)]
  if (mine < 0 || theirs < 0)
    return `${file} imports ${target}: give ${mine < 0 ? from.area : to.area} a place in test/domains.ts.`
  if (theirs > mine)
    return `${file} imports ${target}: ${to.area} comes after ${from.area}; queue a job for it instead.`
  if (to.name === doorOf(to.area) || from.area === 'demo') return null
  return `${file} imports ${target}: of another part only ${to.area}/${doorOf(to.area)}.ts may be used.`
}

/** Sections of a part of the site that is too large for one folder; each has a `kit/` that all of them share. */
const sectioned = ['admin', 'dashboard']
const sectionOf = (file: string): string => /^src\/web\/\w+\/([a-z-]+)\//.exec(file)?.[1] ?? ''

/** Sections import their kit, never one another; only pages compose. */
function sectionRefusal(file: string, target: string): string | null {
  const [from, to] = [sectionOf(file), sectionOf(target)]
  if (from === to || from === '' || to === 'kit') return null
  if (from === 'kit') return `${file} imports ${target}: kit/ knows no section.`
  return file.endsWith('-page.tsx') ? null : `${file} imports ${target}: only a *-page.tsx may use another section.`
}

function webRefusal(file: string, from: Place, target: string, to: Place): string | null {
  if (from.area === to.area) return sectioned.includes(from.area) ? sectionRefusal(file, target) : null
  if (from.area === '') {
    if (webTop.includes(from.name) || to.area === 'ui') return null
    return `${file} imports ${target}: ${from.name} stands below every feature.`
  }
  if (to.area === '' && webTop.includes(to.name)) return `${file} imports ${target}: nobody imports ${to.name}.`
  if (from.area === 'ui' && to.name === 'locale') return null // links keep the language
  if (from.area === 'ui') return `${file} imports ${target}: ui/ knows only itself.`
  if (to.area === '' || to.area === 'ui') return null
  if (from.area === 'shell') return `${file} imports ${target}: shell/ knows no feature.`
  // Any page may ask for a login where it stands.
  if (to.area === 'shell' || to.area === 'accounts' || from.name.endsWith('-page')) return null
  return `${file} imports ${target}: only a *-page.tsx may use components of another feature.`
}

/** Every import of a source text, with aliases and relative paths turned into paths from the top of the project. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = []
  const pattern =
    /^\s*(?:import|export)\s(type\s)?([^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  for (const [, type, names = '', plain, dynamic] of text.matchAll(pattern)) {
    const all = /^\{([^}]*)\}\s*from/
      .exec(names.trim())?.[1]
      ?.split(',')
      .filter((name) => name.trim())
    const isTypeOnly = type !== undefined || all?.every((name) => name.trim().startsWith('type ')) === true
    found.push({ target: resolve(file, plain ?? dynamic ?? ''), isTypeOnly, isLater: dynamic !== undefined })
  }
  return found
}

function resolve(file: string, name: string): string {
  const alias = /^#(contract|server|web|test|bench)\/(.*)$/.exec(name)
  if (alias) return `${/^(test|bench)$/.test(alias[1] ?? '') ? '' : 'src/'}${alias[1]}/${alias[2]}`
  return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
}

/** A sentence for each circle of imports among source files, types included. */
export function circles(files: Map<string, string>): string[] {
  const imports = new Map(
    [...files].map(([file, text]) => [
      file,
      importsOf(file, text).flatMap(({ target, isLater }) => (files.has(target) && !isLater ? target : [])),
    ]),
  )
  const found: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push(`A circle of imports: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
      return
    }
    state.set(file, 'open')
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files.keys()) visit(file, [])
  return found
}

/** A sentence for each name that says nothing, is not kebab-case, or for a file that grew too long. */
export function shapeFaults(file: string, text: string): string[] {
  const faults: string[] = []
  const words = file.replace(/(\.\w+)+$/, '').split('/')
  const vague = words.find((word) => vagueNames.includes(word))
  if (vague) faults.push(`${file}: the name "${vague}" says nothing.`)
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(basename(file))) faults.push(`${file}: file names are kebab-case.`)
  const isData = /(-data\.ts|platform\/schema\.ts$)/.test(file)
  const lines = text.trimEnd().split('\n').length
  if (!isData && !/(^(test|bench)\/|\.test\.tsx?$|\.css$)/.test(file) && lines > linesMost) {
    faults.push(`${file} has ${lines} lines, and ${linesMost} is the most.`)
  }
  if (file.startsWith('src/') && file !== 'src/server/config.ts' && /\bprocess\.env\b/.test(text)) {
    faults.push(`${file} reads process.env: only src/server/config.ts does.`)
  }
  return faults
}

/** A sentence for each text of messages/ that nothing outside of tests names. */
export function unusedMessages(files: Map<string, string>, keys: readonly string[]): string[] {
  const code = [...files].filter(([file]) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file))
  const used = new Set(code.flatMap(([, text]) => text.match(/\bm\.\w+/g) ?? []))
  return keys.filter((key) => !used.has(`m.${key}`)).map((key) => `messages: nobody uses ${key}.`)
}

/** Every source file of the project with its text. */
export function sourceFiles(): Map<string, string> {
  const files = ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** What the rules must know of the whole project: which contract files bring zod along, and which files are routes. */
export function learnFrom(files: Map<string, string>): Knowledge {
  const routes = files.get('src/web/routes.ts') ?? ''
  const isZodFree = (file: string): boolean =>
    importsOf(file, files.get(file) ?? '').every(
      ({ target, isTypeOnly }) =>
        isTypeOnly || (target !== 'zod' && (!target.startsWith('src/contract/') || isZodFree(target))),
    )
  return { isZodFree, isRoute: (file) => routes.includes(`/${file.replace('src/web/', '')}'`) }
}
