import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/wire/endpoint.ts'

const folder = join(import.meta.dirname, '../src/contract')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(folder, name))))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value

/** Every endpoint of the contract; reads come first, so that they run before anything changes. */
export const endpoints = modules
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))

/** An endpoint as tests name it, for example "POST /api/rates". */
export const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`

/** Endpoints that change something and require an admin role. */
export const adminChanges = endpoints.filter(({ method, config }) => method !== 'GET' && config.role !== undefined)
