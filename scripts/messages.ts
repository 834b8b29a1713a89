import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { demoPriceRupees } from '#contract/classes/plans.ts'
import { brand } from '#contract/wire/brand.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'generated/messages')
const stampFile = join(target, '.stamp')
const project = join(root, 'project.inlang')
const languages = ['en', 'hi'] as const
type Texts = Record<string, string>

/** Inlined here, so that they are defined once and cost the pages nothing. */
const constants = {
  en: { brand: brand.name, demoPrice: `₹${demoPriceRupees}` },
  hi: { brand: brand.nameHi, demoPrice: `₹${demoPriceRupees}` },
} as const

const withConstants = (texts: Texts, language: (typeof languages)[number]): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const { brand, demoPrice } = constants[language]
      return [key, text.replaceAll('{brand}', brand).replaceAll('{demoPrice}', demoPrice)]
    }),
  )

/** Every language needs the same keys and variables; otherwise a page shows a key instead of a text. */
function findFaults(texts: Record<string, Texts>): string[] {
  const faults: string[] = []
  const keys = new Set(Object.values(texts).flatMap((messages) => Object.keys(messages)))
  keys.delete('$schema')
  if (keys.size === 0) faults.push('there are no messages')
  for (const key of keys) {
    const variables = new Set<string>()
    for (const language of languages) {
      const text = texts[language]?.[key]
      if (text === undefined) faults.push(`${key} is missing in ${language}`)
      else if (text.trim() === '') faults.push(`${key} is empty in ${language}`)
      else variables.add([...new Set(text.match(/\{\w+\}/g))].sort().join())
    }
    if (variables.size > 1) faults.push(`${key} has different variables in different languages`)
  }
  return faults
}

async function readOr(file: string, otherwise: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => otherwise)
}

/** Replaces only changed files, each atomically, so that a running server never sees a half-written one. */
async function copyChanges(from: string): Promise<void> {
  const files = (await readdir(from, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const names = new Set(files.map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1)))
  for (const name of [...names].sort((a, b) => Number(a.endsWith('_index.js')) - Number(b.endsWith('_index.js')))) {
    const text = await readFile(join(from, name), 'utf8')
    const file = join(target, name)
    if (text === (await readOr(file, ''))) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.${process.pid}`, text)
    await rename(`${file}.${process.pid}`, file)
  }
  for (const name of await readdir(join(target, 'messages'))) {
    if (name.endsWith('.js') && !names.has(`messages/${name}`))
      await rm(join(target, 'messages', name), { force: true })
  }
}

/** Compiles messages/*.json to functions. Throws when a language lacks a text or nothing was compiled. */
export async function compileMessages(): Promise<void> {
  const sources = [
    ...languages.map((language) => join(root, `messages/${language}.json`)),
    join(project, 'settings.json'),
  ]
  const contents = await Promise.all([...sources, import.meta.filename].map((file) => readFile(file, 'utf8')))
  const stamp = createHash('sha256')
    .update([JSON.stringify(constants), ...contents].join('\0'))
    .digest('hex')
  if (stamp === (await readOr(stampFile, ''))) return

  const texts: Record<string, Texts> = Object.fromEntries(
    languages.map((language, i) => [language, JSON.parse(contents[i] ?? '{}')]),
  )
  const faults = findFaults(texts)
  if (faults.length > 0) throw new Error(`messages: ${faults.join('; ')}`)

  const outDir = join(root, `generated/.messages-${process.pid}`)
  const projectDir = join(root, `generated/.texts-${process.pid}`)
  try {
    // A temporary project with the constants filled in; its paths are relative to its folder.
    await mkdir(join(projectDir, 'messages'), { recursive: true })
    await mkdir(join(projectDir, 'project.inlang'))
    for (const language of languages)
      await writeFile(
        join(projectDir, `messages/${language}.json`),
        JSON.stringify(withConstants(texts[language] ?? {}, language)),
      )
    const settings = await readFile(join(project, 'settings.json'), 'utf8')
    await writeFile(
      join(projectDir, 'project.inlang/settings.json'),
      settings.replace('./node_modules', '../../node_modules'),
    )
    await compile({
      project: join(projectDir, 'project.inlang'),
      outdir: outDir,
      strategy: ['globalVariable', 'baseLocale'],
      emitReadme: false,
      emitGitIgnore: false,
      emitPrettierIgnore: false,
    })
    // Without its plugin the compiler produces nothing and still succeeds.
    const wanted = Object.keys(texts.en ?? {}).filter((key) => key !== '$schema').length
    const compiled = (await readdir(join(outDir, 'messages'))).filter((name) => /^[^_].*\.js$/.test(name)).length
    if (compiled < wanted) throw new Error(`messages: only ${compiled} of ${wanted} messages were compiled`)
    await copyChanges(outDir)
    await writeFile(stampFile, stamp)
  } finally {
    await rm(outDir, { recursive: true, force: true })
    await rm(projectDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await compileMessages()
