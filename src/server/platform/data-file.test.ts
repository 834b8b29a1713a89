import { expect, test } from 'vitest'
import { z } from 'zod'
import { readDataFile } from './data-file.ts'

test('names the file and the path of invalid data', () => {
  const wrong = z.array(z.object({ en: z.number() }))
  expect(() => readDataFile('holidays', wrong)).toThrow(/^data\/holidays\.json: .*\n.*\[0\]\.en/)
})
