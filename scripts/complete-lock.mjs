// Completes package-lock.json so that `npm ci` accepts it everywhere: the lock must name every optional dependency, and
// some registries lack the binaries of other platforms. Run after every npm install.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const platforms = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  android: 'android',
  freebsd: 'freebsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
}
const processors = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  wasm32: 'wasm32',
}

/** The os and cpu of a binary package, from its name (`@scope/linux-arm64-gnu`). */
function target(name) {
  const words = name.split(/[-/@.]/)
  const os = words.map((word) => platforms[word]).find(Boolean)
  const cpu = words.map((word) => processors[word.replace(/^armv\d.*/, 'arm')]).find(Boolean)
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}) }
}

let added = 0
for (const [, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (lock.packages[key]) continue
    lock.packages[key] = { version: range.replace(/^[^\d]*/, ''), optional: true, ...target(name) }
    added++
  }
}
const names = Object.keys(lock.packages).sort()
lock.packages = Object.fromEntries(names.map((name) => [name, lock.packages[name]]))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} optional packages added for other platforms`)
