import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { openQueue } from '#server/platform/queue.ts'
import { variableNames } from '#server/variables.ts'
import { testConfig, testDatabase } from '#test/harness.ts'
import { testApp } from '#test/test-app.ts'

const read = (name: string) => readFileSync(join('deploy', name), 'utf8')
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const container = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string() })).default([]),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
})
const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.object({ name: z.string() }).optional(),
  data: z.record(z.string(), z.string()).optional(),
  stringData: z.record(z.string(), z.string()).optional(),
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(container) }) }).optional() }).optional(),
})
const manifests = readdirSync('deploy/kubernetes').flatMap((name) =>
  parseAllDocuments(read(join('kubernetes', name))).map((one) => manifest.parse(one.toJS())),
)
const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
const service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.union([z.string(), z.array(z.string())]).optional(),
})
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parseAllDocuments(read('compose.yaml'), { merge: true })[0]?.toJS())
const program = Object.values(compose.services).filter(({ image }) => image === 'mentorsetu')
const dockerfile = read('Dockerfile')
const units = readdirSync('deploy/systemd').map((name) => read(join('systemd', name)))

test('sets only variables that the program knows', () => {
  const named = [
    ...manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData })),
    ...containers.flatMap(({ env }) => env.map(({ name }) => name)),
    ...program.flatMap(({ environment }) => Object.keys(environment)),
    ...units.flatMap((unit) => [...unit.matchAll(/[ =]([A-Z_]{3,})=/g)].map(([, name = '']) => name)),
    ...[...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, given = '']) => given.split(' ')),
  ].map((one) => one.split('=')[0] ?? '')
  expect(named.filter((name) => !variableNames.includes(name))).toEqual(['NODE_COMPILE_CACHE'])
  expect(new Set(named).size).toBeGreaterThan(30)
})

test('refers only to settings that exist', () => {
  const names = manifests.map(({ metadata }) => metadata?.name)
  const asked = containers.flatMap(({ envFrom }) =>
    envFrom.flatMap((one) => Object.values(one).map(({ name }) => name)),
  )
  expect(asked.filter((name) => !names.includes(name))).toEqual([])
  const asks = [...`${read('compose.yaml')}`.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const example = read('compose.env.example')
  expect(Object.keys(parseEnv(example)).sort()).toEqual([...new Set(asks)].sort())
  const asksOfBackup = [...read('compose.backup.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const optional = Object.keys(parseEnv(example.replaceAll(/^# (?=[A-Z_]+=)/gm, ''))).filter(
    (name) => !asks.includes(name),
  )
  expect(optional.sort()).toEqual(['COMPOSE_FILE', ...asksOfBackup].sort())
})

test('backs up the database that the compose file runs', () => {
  const databases = ['compose.yaml', 'compose.backup.yaml'].map((name) => /postgres:\d+-\w+/.exec(read(name))?.[0])
  expect(databases[0]).toBeDefined()
  expect(databases[1]).toBe(databases[0])
  expect(read('compose.backup.yaml')).toContain(`/postgresql/${/\d+/.exec(databases[0] ?? '')?.[0]}/docker`)
})

test('runs commands of the program', () => {
  const known = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
  const commands = [
    ...[
      ...dockerfile.matchAll(/scripts\/run\.mjs", "(\w+)/g),
      ...units.join().matchAll(/scripts\/run\.mjs (\w+)/g),
    ].map(([, name = '']) => name),
    ...[...program, ...containers].flatMap(({ command }) => (command ? [[command].flat().at(-1) ?? ''] : [])),
  ]
  expect(commands.sort()).toEqual(['migrate', 'migrate', 'migrate', 'start', 'start'])
  expect(commands.filter((name) => !known.includes(name))).toEqual([])
})

test('probes addresses and ports that answer', async () => {
  const database = await testDatabase()
  const queue = await openQueue(database.url, { maintain: false })
  const { app } = await buildApp({ config: testConfig(), db: database.db, pool: database.pool, queue })
  const paths = containers.flatMap(({ ports, ...one }) =>
    [one.startupProbe, one.readinessProbe, one.livenessProbe].flatMap((found) => {
      if (!found) return []
      expect(ports).toContainEqual({ name: found.httpGet.port, containerPort: 3000 })
      return [found.httpGet.path]
    }),
  )
  const inDocker = /127\.0\.0\.1:\$\{process\.env\.PORT\}(\/[\w/]+)/.exec(dockerfile)?.[1] ?? ''
  const asked = [...new Set([...paths, inDocker])]
  expect(asked.sort()).toEqual(['/health/live', '/health/ready'])
  for (const url of asked) expect((await app.inject(url)).statusCode).toBe(200)
  await app.close()
  await queue.stop()
  await database.drop()
})

/** Headers that a directive of the Caddyfile sets, adds or, with a minus, removes. */
const caddyHeaders = (directive: string) =>
  [...read('Caddyfile').matchAll(new RegExp(`^\\s*${directive} ([+-]?[\\w-]+)`, 'gm'))].map(([, name = '']) =>
    name.toLowerCase(),
  )

test('the proxy sets no header of a reply that the program sets, and each of those is sent once', async () => {
  const app = await testApp({
    listen: true,
    variables: { PUBLIC_URL: 'https://mentorsetu.example', ALLOW_SANDBOX: '1' },
  })
  const names: string[] = []
  for (const path of ['/api/site', '/api/mentor', '/api/profile', '/health/ready', '/status']) {
    const [reply] = await once(get(app.address + path), 'response')
    const sent = (reply as IncomingMessage).rawHeaders
      .filter((_, nth) => nth % 2 === 0)
      .map((name) => name.toLowerCase())
    reply.resume()
    const repeated = sent.filter((name, nth) => name !== 'set-cookie' && sent.indexOf(name) !== nth)
    expect(repeated, path).toEqual([])
    names.push(...sent)
  }
  await app.stop()
  expect(names).toEqual(expect.arrayContaining(['strict-transport-security', 'x-content-type-options', 'x-request-id']))
  const ofProxy = [...caddyHeaders('header'), ...caddyHeaders('header_down')].map((name) => name.replace(/^[+-]/, ''))
  expect(ofProxy.filter((name) => names.includes(name))).toEqual([])
})

test('the program takes the request id that the proxy sets, and no trace of a visitor reaches it', async () => {
  expect(caddyHeaders('header_up').sort()).toEqual(['-traceparent', 'x-request-id'])
  const app = await testApp({ variables: { TRUST_PROXY: 'loopback' } })
  const id = '0f7a3a3e-6f4e-4c55-9a9e-0d5b7f7c1a11' // the form of {http.request.uuid}
  const { headers } = await app.browser().get('/api/site', { headers: { 'x-request-id': id } })
  expect(headers['x-request-id']).toBe(id)
  await app.stop()
})
