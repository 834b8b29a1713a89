import { execFile } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { memoryFolder } from '../scripts/scratch-folder.ts'

test('compresses more files than a process may have open', async () => {
  const folder = memoryFolder('build-files')
  try {
    for (let n = 0; n < 600; n++) writeFileSync(join(folder, `${n}.js`), `export const n = ${n}\n`.repeat(50))
    const root = join(import.meta.dirname, '..')
    const path = relative(root, folder)
    const work = `import('./scripts/build-web.ts').then(({ writeBrotli }) => writeBrotli(${JSON.stringify(path)}))`
    await promisify(execFile)('sh', ['-c', 'ulimit -n 200 && exec "$0" -e "$1"', process.execPath, work], { cwd: root })
    expect(readdirSync(folder).filter((name) => name.endsWith('.js.br'))).toHaveLength(600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
