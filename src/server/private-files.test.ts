import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'mentorsetu-modes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (...parts: string[]) => (statSync(join(folder, ...parts)).mode & 0o777).toString(8)

test('what the data folder holds, and what is written later, is for its user only', () => {
  mkdirSync(join(folder, 'media', 'files'), { recursive: true })
  writeFileSync(join(folder, 'media', 'files', 'a.jpg'), 'a')
  writeFileSync(join(folder, 'secret-key'), 'a')
  mkdirSync(join(folder, 'postgres'))
  // A folder that lives elsewhere, such as pictures on a larger disk.
  const elsewhere = mkdtempSync(join(tmpdir(), 'mentorsetu-modes-'))
  chmodSync(elsewhere, 0o755)
  symlinkSync(elsewhere, join(folder, 'pictures'))
  for (const part of ['', 'media', 'media/files', 'postgres']) chmodSync(join(folder, part), 0o755)
  for (const part of ['media/files/a.jpg', 'secret-key']) chmodSync(join(folder, part), 0o644)
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { keepFilesPrivate } from ${JSON.stringify(join(import.meta.dirname, 'private-files.ts'))}
    keepFilesPrivate(${JSON.stringify(folder)})
    mkdirSync(${JSON.stringify(join(folder, 'new'))})
    writeFileSync(${JSON.stringify(join(folder, 'new', 'file'))}, 'a')`
  execFileSync(process.execPath, ['--input-type=module', '-e', program])
  // The database's user passes through the folder of a process that runs as root.
  expect(modeOf()).toBe(process.getuid?.() === 0 ? '711' : '700')
  for (const part of ['media', 'media/files', 'new']) expect(modeOf(part)).toBe('700')
  for (const part of ['media/files/a.jpg', 'secret-key', 'new/file']) expect(modeOf(part)).toBe('600')
  expect(modeOf('postgres')).toBe('755')
  expect(modeOf('pictures')).toBe('755')
  rmSync(elsewhere, { recursive: true })
})
