import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const folder = join(import.meta.dirname, '../../../data')

/** Reads `data/<name>.json`. @throws Error if it does not match the schema */
export function readDataFile<T extends z.ZodType>(name: string, shape: T): z.output<T> {
  const read = shape.safeParse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
  if (!read.success) throw new Error(`data/${name}.json: ${z.prettifyError(read.error)}`)
  return read.data
}
