import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { oneLanguage } from './scripts/language-copies.ts'
import { lateParts } from './scripts/late-parts.ts'
import { compileMessages } from './scripts/messages.ts'

/** Texts changed while the development server runs are compiled again; a fault is printed and the old ones stay. */
const messages: Plugin = {
  name: 'messages',
  apply: 'serve',
  configureServer(server) {
    server.watcher.add('messages')
    server.watcher.on('change', (file) => {
      if (/messages\/\w+\.json$/.test(file)) {
        compileMessages().catch((error: unknown) => server.config.logger.error(String(error)))
      }
    })
  },
}

/** Parts that are loaded later bring no styles of their own: Vite's loader of those would be half a kilobyte in every page. */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    return id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null
  },
}

const frame =
  /src\/web\/(ui|shell)\/(?!call-|combobox|dates)|src\/web\/(?!use-suggestions|address-fields)[a-z-]+\.tsx?$|generated\/messages|src\/contract/

/** Where the pages are that most visits begin with: only what these need is worth carrying into every page. */
const publicFolders = 'home,landing,mentors,seo,shell,shortlist'.split(',')

const web = join(import.meta.dirname, 'src/web')
// What is only loaded when it is wanted is no part of the page.
const whenWanted = /import\('[^']+'\)/g
const textsOf = (files: readonly string[]) =>
  files.map((file) => readFileSync(join(web, file), 'utf8').replace(whenWanted, '')).join('\n')

/** Whether pages for everybody need a module of ours: what only pages behind a login share is no part of the frame. */
function isPublic(): (id: string) => boolean {
  const all = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(server|test)\.tsx?$/.test(file),
  )
  const chosen = new Set(all.filter((file) => publicFolders.includes(file.split('/')[0] ?? '') || file === 'root.tsx'))
  const rest = all.filter((file) => !file.includes('/') || file.startsWith('ui/'))
  // What those use of the shared parts, and what these use in turn.
  for (let before = 0; before !== chosen.size; ) {
    before = chosen.size
    const texts = textsOf([...chosen])
    for (const file of rest) if (texts.includes(`/${file.replace('ui/', '')}'`)) chosen.add(file)
  }
  const texts = textsOf([...chosen])
  return (id) => {
    const message = /generated\/messages\/messages\/(\w+)\.js/.exec(id)?.[1]
    if (message) return new RegExp(`\\b${message}\\b`).test(texts)
    const contract = /src\/contract\/(\w+\/[\w-]+\.ts)/.exec(id)?.[1]
    // Catalogue and errors are large, and most pages get their words from the server.
    if (contract) return !/\/(catalogue|errors)\.ts$/.test(contract) && texts.includes(`#contract/${contract}'`)
    const own = /src\/web\/(ui\/[\w.-]+|[\w.-]+)$/.exec(id)?.[1]
    return own === undefined || chosen.has(own)
  }
}
const isShared = isPublic()

/** The service worker finds parts that are loaded on demand by the names of their files. */
const isLate = (id: string) => lateParts.has(/([\w-]+)\.tsx$/.exec(id)?.[1] ?? '')

export default defineConfig(({ command }) => ({
  plugins: [plainImports, oneLanguage, tailwindcss(), reactRouter(), messages],
  build: {
    sourcemap: false,
    // The policy of the pages allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    client: {
      // zod compiles no code in browsers: the policy of the pages would report the attempt.
      define: { 'globalThis.__zod_globalConfig': '({ jitless: true })' },
      build: {
        rollupOptions: {
          output: {
            // The names of all pages that share a file would be in every list of files.
            // Short hashes: each page names about fifty files, and they do not compress.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
            // Few files compress better than many: what every page needs, and what most of ours share (measured).
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/,
                  priority: 2,
                },
                {
                  name: 'frame',
                  test: (id: string) => frame.test(id) && isShared(id),
                  minShareCount: 3,
                  priority: 1,
                },
                {
                  name: 'frame',
                  test: /src\/web\/(shell\/(?!call-)|ui\/remark)|shell_/,
                  minShareCount: 2,
                  priority: 1,
                },
                // What pages behind a login share: each in a file of its own is a line in the list of files that every page loads.
                // The title of the office is also in the apps, which need nothing else of it.
                {
                  name: 'admin',
                  test: (id: string) => /src\/web\/admin\/|messages\/admin_(?!title\b)/.test(id) && !isShared(id),
                  minShareCount: 2,
                  priority: 1,
                },
                // Everything else by the set of pages that use it, so that no page carries what it does not use.
                {
                  name: 'shared',
                  test: (id: string) => !id.includes('.css') && !isLate(id),
                  minShareCount: 2,
                  entriesAware: true,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file with React's production build inside, whatever NODE_ENV says.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: { rollupOptions: { input: './src/web/ssr.ts' } },
    },
  },
}))
