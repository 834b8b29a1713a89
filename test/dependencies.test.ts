import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import project from '../package.json' with { type: 'json' }
import { auditSummary, dependencyReport, type Lock, sbomOf } from '../scripts/dependencies.ts'

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

test('every package of the lock file stands in the list of parts, with its hash and no registry', () => {
  const sbom = sbomOf(lock)
  const locked = Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/'))
  expect(sbom.components).toHaveLength(locked.length)
  const isWhole = ({ hashes, purl, name }: (typeof sbom.components)[number]) =>
    purl.startsWith('pkg:npm/') &&
    (hashes.length === 1 || /android|darwin|win32|linux|wasm32|freebsd|openharmony/.test(name))
  expect(sbom.components.filter((one) => !isWhole(one))).toEqual([])
  const fastify = sbom.components.find(({ name }) => name === 'fastify')
  expect(fastify).toMatchObject({
    version: project.dependencies.fastify,
    scope: 'required',
    licenses: [{ expression: 'MIT' }],
  })
  expect(fastify?.hashes[0]?.content).toMatch(/^[\da-f]{128}$/)
  expect(new Set(sbom.components.map((one) => one['bom-ref'])).size).toBe(locked.length)
  expect(JSON.stringify(sbom)).not.toMatch(/https?:/)
})

test('install scripts are allowed or refused by name, and packages have hashes', () => {
  expect(dependencyReport(lock, project.allowScripts).problems).toEqual([])
  const more: Lock = {
    ...lock,
    packages: { ...lock.packages, 'node_modules/new': { version: '1.0.0', hasInstallScript: true } },
  }
  expect(dependencyReport(more, project.allowScripts).problems).toEqual([
    'node_modules/new has no hash in package-lock.json.',
    'new has an install script: allow or refuse it by name in package.json (allowScripts).',
  ])
})

test("npm audit's answer becomes one line", () => {
  const answer = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities } })
  expect(auditSummary(answer({ low: 0, high: 0, total: 0 }))).toBe('npm audit: no known vulnerabilities.')
  expect(auditSummary(answer({ low: 2, high: 1, total: 3 }))).toBe('npm audit: 2 low, 1 high.')
  expect(auditSummary('')).toBe('npm audit: the registry gave no answer.')
})
