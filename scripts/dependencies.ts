/** A package as package-lock.json describes it. */
type Locked = {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  hasInstallScript?: boolean
}
export type Lock = { name: string; version: string; packages: Record<string, Locked> }

type Part = Locked & { path: string; name: string; version: string }

const partsOf = (lock: Lock): Part[] =>
  Object.entries(lock.packages).flatMap(([path, part]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return path === '' || part.link || !part.version ? [] : [{ ...part, path, name, version: part.version }]
  })

const purlOf = ({ name, version }: Part) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const isUnhashed = ({ integrity, optional }: Part) => !integrity && optional === true

/** `sha512-<base64>` as CycloneDX writes it. */
function hashOf(integrity: string | undefined) {
  const [, bits, content] = /^sha(256|384|512)-([\w+/=]+)$/.exec(integrity ?? '') ?? []
  return bits && content ? [{ alg: `SHA-${bits}`, content: Buffer.from(content, 'base64').toString('hex') }] : []
}

/** All parts of the program as CycloneDX 1.6. The same lock file gives the same list. */
export function sbomOf(lock: Lock) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: lock.name, version: lock.version } },
    components: partsOf(lock).map((part) => ({
      type: 'library',
      'bom-ref': `${purlOf(part)}#${part.path}`,
      name: part.name,
      version: part.version,
      scope: part.dev ? 'excluded' : part.optional ? 'optional' : 'required',
      hashes: hashOf(part.integrity),
      licenses: part.license ? [{ expression: part.license }] : [],
      purl: purlOf(part),
    })),
  }
}

/**
 * Counts for reading, and problems: parts without a hash, and install scripts that nobody allowed by name. Optional parts of
 * other platforms may lack a hash, because npm records those only where it can download them.
 */
export function dependencyReport(lock: Lock, allowedScripts: Record<string, boolean>) {
  const parts = partsOf(lock)
  const scripts = parts.filter(({ hasInstallScript }) => hasInstallScript)
  const counts = new Map<string, number>()
  for (const { license = 'none stated' } of parts) counts.set(license, (counts.get(license) ?? 0) + 1)
  const licences = [...counts].toSorted((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${count}`)
  const running = parts.filter(({ dev }) => !dev).length
  return {
    lines: [
      `${parts.length} packages, ${running} of them in the running program.`,
      `Licences: ${licences.join(', ')}.`,
      `Optional packages of other platforms without a hash: ${parts.filter(isUnhashed).length}.`,
      `Install scripts: ${[...new Set(scripts.map(({ name }) => name))].join(', ') || 'none'}.`,
    ],
    problems: [
      ...parts
        .filter((part) => !part.integrity && !isUnhashed(part))
        .map(({ path }) => `${path} has no hash in package-lock.json.`),
      ...scripts
        .filter(({ name }) => allowedScripts[name] === undefined)
        .map(({ name }) => `${name} has an install script: allow or refuse it by name in package.json (allowScripts).`),
    ],
  }
}

/** One line about what `npm audit --json` answered. */
export function auditSummary(output: string): string {
  try {
    const { vulnerabilities } = JSON.parse(output).metadata
    const { total, ...kinds } = vulnerabilities as Record<string, number>
    const found = Object.entries(kinds).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []))
    return total === 0 ? 'npm audit: no known vulnerabilities.' : `npm audit: ${found.join(', ')}.`
  } catch {
    return 'npm audit: the registry gave no answer.'
  }
}
