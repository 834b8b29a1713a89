import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/harness.ts'
import { cleanUp, dataFolder, start } from '#test/start/program.ts'
import { writeArtifact } from '../../scripts/artifact.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'

let database: TestDatabase
let folder: string
let locked: string[]
beforeAll(async () => {
  if (!(await buildIsFresh())) await buildWeb()
  // Outside the project, where Node would find packages that the artifact lacks.
  folder = join(dataFolder(), 'app')
  await writeArtifact(folder)
  const lock: { packages: object } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  locked = Object.keys(lock.packages).filter((path) => path.lastIndexOf('node_modules/') === 0 && existsSync(path))
  for (const path of locked) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(process.cwd(), path), join(folder, path))
  }
  database = await testDatabase()
}, 120_000)
afterAll(async () => {
  await cleanUp()
  await database.drop()
})

it('has a dependency for every package its files import, and no build tool', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(devDependencies).toBeUndefined()
  const pattern =
    /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^'./#][^']*)'|\bimport(?:\.meta\.resolve)?\(\s*['`]([^'`./#][^'`]*)/gm
  const imported = ['src', 'scripts', 'build/server'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|js|mjs)$/.test(name))
      .flatMap((name) => [...readFileSync(join(folder, part, name), 'utf8').matchAll(pattern)])
      .map(([, plain, dynamic]) => (plain ?? dynamic ?? '').split('/'))
      .map(([first = '', second]) => (first.startsWith('@') ? `${first}/${second}` : first)),
  )
  const packages = new Set(imported.filter((name) => !isBuiltin(name)))
  // Development only.
  packages.delete('vite')
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([])
  expect(packages.size).toBeGreaterThan(30)
  expect(locked).not.toContain('node_modules/vite')
})

it('migrates and serves pages without building them or installing their tools', async () => {
  const variables = { DATABASE_URL: database.url, DATA_DIR: dataFolder() }
  const printed = execFileSync(process.execPath, ['scripts/run.mjs', 'migrate'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  })
  expect(printed).toBe('The database is up to date.\n')
  const program = await start(variables, folder)
  await program.ready()
  expect(program.output()).not.toContain('Building')
  const page = await fetch(`http://127.0.0.1:${program.port}/`)
  const [, script] = /<link rel="modulepreload" href="([^"]+)"/.exec(await page.text()) ?? []
  expect([page.status, (await fetch(`http://127.0.0.1:${program.port}${script}`)).status]).toEqual([200, 200])
  program.child.kill('SIGTERM')
  expect(await program.ended()).toBe(0)
})
