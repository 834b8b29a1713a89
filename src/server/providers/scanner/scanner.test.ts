import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eicar, startClamd } from '#test/clamd.ts'
import { createScanner } from './scanner.ts'

let folder: string
let clamd: Awaited<ReturnType<typeof startClamd>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mentorsetu-scan-'))
  clamd = await startClamd()
})
afterAll(async () => {
  await clamd.stop()
  await rm(folder, { recursive: true, force: true })
})

async function fileOf(bytes: Buffer | string): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return path
}
const scannerAt = (port: number) => createScanner({ scanner: { host: '127.0.0.1', port } })

test('finds the test virus anywhere in a file, and passes others', async () => {
  const scanner = scannerAt(clamd.port)
  expect(await scanner?.isClean(await fileOf('homework'))).toBe(true)
  expect(await scanner?.isClean(await fileOf(Buffer.alloc(300_000, 7)))).toBe(true)
  expect(clamd.received.at(-1)).toBe(300_000)
  const hidden = Buffer.concat([Buffer.alloc(200_000, 7), Buffer.from(eicar)])
  expect(await scanner?.isClean(await fileOf(hidden))).toBe(false)
})

test('fails when the scanner is away or answers something else', async () => {
  const path = await fileOf('homework')
  await expect(scannerAt(1)?.isClean(path)).rejects.toThrow()
  const other: Server = createServer((socket) => socket.end('stream: Size limit exceeded ERROR\0'))
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as { port: number } // safe: listens on TCP
  await expect(scannerAt(port)?.isClean(path)).rejects.toThrow()
  other.close()
})

test('is off unless configured', () => {
  expect(createScanner({ scanner: null })).toBeNull()
})
