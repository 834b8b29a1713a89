import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testConfig } from './harness.ts'
import type { Reply, TestApp } from './test-app.ts'

/** Another server process on the database of an app. */
export async function otherProcess(app: TestApp) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'second-process.ts')], {
    env: {
      DATABASE_URL: app.database.url,
      DATA_DIR: app.dataDir,
      SECRET_KEY: testConfig().secretKeys.join(),
      NODE_ENV: 'test',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  if ((await lines.next()).value !== 'ready') throw new Error('the second process did not start')
  return {
    async get(url: string): Promise<Pick<Reply, 'status' | 'body'>> {
      child.stdin.write(`${url}\n`)
      return JSON.parse(String((await lines.next()).value))
    },
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
