import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The folder `npm run build` makes, for servers: what runs, without sources of pages, tests and build tools. */
export const artifact = join(root, 'build/app')
const commands = ['start', 'migrate', 'admin', 'seed', 'backup', 'restore', 'secret-keys', 'sms-texts']
const scripts = ['run.mjs', 'with-database.ts', ...commands.slice(1).map((name) => `${name}.ts`)]
const parts = [
  ...['build/client', 'build/server', 'src/server', 'src/contract', 'data', 'migrations', '.env.example'],
  ...scripts.map((name) => `scripts/${name}`),
]
/** Dependencies that only build the pages, or are inside the built ones. */
const buildTools = new Set([
  ...['@fontsource-variable/baloo-2', '@inlang/paraglide-js', '@inlang/plugin-message-format', '@react-router/dev'],
  ...['@react-router/node', '@simplewebauthn/browser', '@tailwindcss/vite', 'lucide-react', 'react', 'react-dom'],
  ...['react-router', 'socket.io-client', 'tailwindcss', 'typescript', 'uqr', 'vite'],
])

type Names = Record<string, string>
type Package = { dependencies?: Names; optionalDependencies?: Names; peerDependencies?: Names; devDependencies?: Names }
type Lock = { packages: Record<string, Package> }

const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(root, name), 'utf8'))

/** Writes the built program into an empty folder. */
export async function writeArtifact(folder: string = artifact): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const isForServers = (path: string) => !/\.test\.tsx?$/.test(path)
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true, filter: isForServers })
  const { devDependencies, ...project } = await readJson<Package & { scripts: Names }>('package.json')
  const keep = <T>(names: Record<string, T>, isKept: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(names).filter(([name]) => isKept(name)))
  const dependencies = keep(project.dependencies ?? {}, (name) => !buildTools.has(name))
  const lock = await readJson<Lock>('package-lock.json')
  const { devDependencies: tools, ...top } = lock.packages[''] ?? {}
  lock.packages[''] = { ...top, dependencies }
  const reached = packagesOf(lock)
  lock.packages = keep(lock.packages, (path) => reached.has(path))
  const files = {
    'package.json': { ...project, scripts: keep(project.scripts, (name) => commands.includes(name)), dependencies },
    'package-lock.json': lock,
  }
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  // With this file `npm start` compares nothing with sources.
  await writeFile(join(folder, 'build/.artifact'), '')
}

/** Paths of all packages in a lock file that its top needs. */
function packagesOf({ packages }: Lock): Set<string> {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = lookUp(packages, path, name)
      if (found) visit(found)
    }
  }
  visit('')
  return reached
}

/** Where Node finds a package: in its user's own folder, or in the nearest one above. */
function lookUp(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}
