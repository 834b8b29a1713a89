import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notificationEvents } from '#contract/notifications/notification-events.ts'

type Ids = { en: string | null; hi: string | null }

/** Writes a MSG91_TEMPLATES file in which every text has an id, except for `changes`; returns its path. */
export function smsTemplatesFile(changes: Record<string, Ids | undefined> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'mentorsetu-sms-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const path = join(folder, 'templates.json')
  const all = notificationEvents.map((event) => [event, { en: `${event}-en`, hi: `${event}-hi` }])
  writeFileSync(path, JSON.stringify({ ...Object.fromEntries(all), ...changes }))
  return path
}
