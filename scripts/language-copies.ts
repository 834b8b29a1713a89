import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'
import { inHindi } from '../src/web/script-addresses.ts'

/** Stands for the language in built scripts until each has its own copy. */
const language = '__LOCALE__'
const text = /^const (?:en|hi)_\w+ = [^\n]* \((?:i|)\) => \{\n\treturn [^\n]*? \((`(?:[^`\\]|\\[\s\S])*`)\)\n\};$/gm

/** The module of one message as browsers get it: without a choice of another language than the page's. */
function messageOf(code: string): string {
  const [en, hi] = [...code.matchAll(text)].map(([, template]) => template?.replaceAll('${i?.', '${i.'))
  const name = /^export (?:const (?=\w+ =)|\{ \w+ as ")(\w+)/m.exec(code)?.[1]
  if (!(en && hi && name)) throw new Error(`a message has another form than expected:\n${code}`)
  return `const message = (i) => ${language} === 'en' ? ${en} : ${hi}\nexport { message as ${name} }`
}

/** Makes the built scripts of pages depend on one constant for their language. */
export const oneLanguage: Plugin = {
  name: 'one-language',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (/generated\/messages\/messages\/[^_][^/]*\.js$/.test(id)) return messageOf(code)
    if (/generated\/messages\/runtime\.js$/.test(id))
      return `export const getLocale = () => ${language}\nexport const overwriteGetLocale = () => {}`
    return null
  },
}

/** The texts of one language in a script. */
async function reduced(name: string, code: string, locale: 'en' | 'hi'): Promise<string> {
  if (!code.includes(language)) return code
  const small = await minify(name, code.replaceAll(language, `'${locale}'`), { module: true, mangle: false })
  if (small.errors[0]) throw new Error(`${name} in ${locale}: ${small.errors[0].message}`)
  return small.code
}

/** Leaves the English texts in the built scripts, and writes the Hindi ones under the same names into `hi/`. */
export async function writeLanguageCopies(assets: string): Promise<void> {
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  await mkdir(join(assets, 'hi'), { recursive: true })
  for (const name of names) {
    const code = await readFile(join(assets, name), 'utf8')
    await writeFile(join(assets, 'hi', name), inHindi(await reduced(name, code, 'hi')))
    await writeFile(join(assets, name), await reduced(name, code, 'en'))
  }
}
