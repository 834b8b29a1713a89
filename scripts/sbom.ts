import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { auditSummary, dependencyReport, sbomOf } from './dependencies.ts'

// Writes the list of all parts (CycloneDX) to build/sbom.json and prints what to know about the dependencies.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const project = JSON.parse(readFileSync('package.json', 'utf8'))
mkdirSync('build', { recursive: true })
writeFileSync('build/sbom.json', `${JSON.stringify(sbomOf(lock), null, 2)}\n`)
const { lines, problems } = dependencyReport(lock, project.allowScripts)
console.log(`build/sbom.json written.\n${lines.join('\n')}`)
const audit = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 })
console.log(auditSummary(audit.stdout))
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
