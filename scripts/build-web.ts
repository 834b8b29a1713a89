import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { cutFonts, hindiTexts } from './cut-fonts.ts'
import { drawIcons } from './draw-icons.ts'
import { writeLanguageCopies } from './language-copies.ts'
import { lateScripts } from './late-parts.ts'
import { compileMessages } from './messages.ts'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'build/.stamp')
/** Everything the built site depends on. */
const sources = [
  'src/web',
  'src/contract',
  'messages',
  'public',
  'content',
  'project.inlang/settings.json',
  'package-lock.json',
]
const configs = [
  'package.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build-web.ts',
  'scripts/messages.ts',
  'scripts/language-copies.ts',
  'scripts/late-parts.ts',
  'scripts/cut-fonts.ts',
  'scripts/font-cutter.ts',
  'scripts/draw-icons.ts',
]

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [path]
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

async function sourceStamp(): Promise<string> {
  const files = (await Promise.all([...sources, ...configs].map(filesUnder))).flat().sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(root, file)).catch(() => ''))
  // Place names come from server files: a new conjunct needs a new font.
  hash.update((await hindiTexts()).join(' '))
  return hash.digest('hex')
}

/** Whether `build/` is up to date with the sources. */
export async function buildIsFresh(): Promise<boolean> {
  const stamp = await readFile(stampFile, 'utf8').catch(() => '')
  return stamp !== '' && stamp === (await sourceStamp())
}

async function runReactRouterBuild(signal: AbortSignal | undefined): Promise<void> {
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const child = spawn(process.execPath, [cli, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  child.once('error', () => {}) // aborted: handled by its exit code
  const output: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => output.push(part))
  child.stderr.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`building the pages failed:\n${Buffer.concat(output).toString()}`)
}

/**
 * Builds the service worker as one file at the root. It differs in every build, so that browsers refresh their offline
 * pages.
 */
async function writeWorker(stamp: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { lateScripts: JSON.stringify(lateScripts(join(root, 'build/client/assets'))) },
    build: {
      outDir: 'build/client',
      emptyOutDir: false,
      rollupOptions: {
        input: join(root, 'src/web/offline/site.worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
  const file = join(root, 'build/client/sw.js')
  await writeFile(file, `// ${stamp}\n${await readFile(file, 'utf8')}`)
}

const manifestStart = 'window.__reactRouterManifest='
type Routes = Record<string, { parentId?: string }>

/** Writes the visitors' list of routes, without admin pages (`src/web/ssr.ts` chooses). */
async function writePublicManifest(): Promise<void> {
  const names = await filesUnder('build/client/assets')
  const texts = await Promise.all(
    names
      .filter((name) => /manifest-.*\.js$/.test(name))
      .map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })),
  )
  const full = texts.find(({ text }) => text.startsWith(manifestStart))
  if (!full) throw new Error('the build has no route manifest')
  const manifest: { routes: Routes; url: string } = JSON.parse(
    full.text.slice(manifestStart.length).replace(/;\s*$/, ''),
  )
  const isAdmins = (id: string | undefined): boolean =>
    id !== undefined && (id === 'admin/kit/admin-frame' || isAdmins(manifest.routes[id]?.parentId))
  const all = Object.entries(manifest.routes)
  const publicRoutes = all.filter(([id]) => !isAdmins(id))
  if (publicRoutes.length === all.length) throw new Error('the route manifest has no admin pages')
  const publicName = (name: string) => name.replace('/manifest-', '/manifest-public-')
  const publicManifest = { ...manifest, url: publicName(manifest.url), routes: Object.fromEntries(publicRoutes) }
  await writeFile(join(root, publicName(full.name)), `${manifestStart}${JSON.stringify(publicManifest)};`)
}

/** Files that are open at the same time: systems allow a process as few as 256. */
const openFiles = 8

/** Compresses the files of a folder, so that requests do not pay for it. */
export async function writeBrotli(folder: string): Promise<void> {
  const compress = promisify(brotliCompress)
  const names = (await filesUnder(folder)).filter((name) => /\.(js|css|svg|json|txt|webmanifest)$/.test(name))
  const waiting = names.values()
  const work = async () => {
    for (const name of waiting) {
      const file = join(root, name)
      const small = await compress(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      await writeFile(`${file}.br`, small)
    }
  }
  await Promise.all(Array.from({ length: openFiles }, work))
}

/**
 * Builds texts, fonts, icons, pages and compressed files. Throws with the full output if a step fails; `signal` aborts
 * it. @param log is called after each step with its duration
 */
export async function buildWeb(signal?: AbortSignal, log: (line: string) => void = () => {}): Promise<void> {
  const step = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    log(`  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  }
  const stamp = await sourceStamp()
  await step('texts, fonts and icons', () => Promise.all([compileMessages(), cutFonts(), drawIcons()]))
  await step('pages', () => runReactRouterBuild(signal))
  await step('service worker, list of routes, languages', async () => {
    await writeWorker(stamp)
    await writePublicManifest()
    await writeLanguageCopies(join(root, 'build/client/assets'))
  })
  await step('compressed files', () => writeBrotli('build/client'))
  await writeFile(stampFile, stamp)
}
