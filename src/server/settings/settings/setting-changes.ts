import { isDeepStrictEqual } from 'node:util'
import { type SettingName, type SettingValue, settingNames, settingValues } from '#contract/settings/setting-values.ts'
import type { AdminSetting, SettingPreview } from '#contract/settings/settings.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { notifyChange } from '#server/platform/changes.ts'
import { type Db, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockSettings } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './queries.ts'
import { readSetting, readSettings, settingDefault } from './settings.ts'

type SettingInput = { name: SettingName; value?: unknown; seen?: unknown }

/** Settings with their values and latest changes. */
export async function listSettings(db: Db, names: readonly SettingName[] = settingNames): Promise<AdminSetting[]> {
  const changes = await rows.changesOf(db, names)
  const values = await readSettings(db, names)
  return names.map((name) => ({
    name,
    value: values[name],
    default: settingDefault(name),
    history: changes.flatMap(({ name: of, at, ...rest }) => (of === name ? [{ ...rest, at: at.toISOString() }] : [])),
  }))
}

/** Parses a value by the schema of its setting. */
async function parseInput(db: Db, { name, value }: SettingInput): Promise<SettingValue> {
  const read = settingValues[name].safeParse(value)
  if (read.success && name === 'testimonials') await assertConsent(db, read.data as string[]) // safe: of this name
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path, message }) => ({
    field: ['value', ...path].join('.'),
    problem: message,
  }))
  throw new AppError('bad-request', { fields })
}

async function assertConsent(db: Db, ids: readonly string[]): Promise<void> {
  const agreed = await rows.agreedReviews(db, ids)
  const fields = ids.flatMap((id, i) =>
    agreed.includes(id) ? [] : [{ field: `value.${i}`, problem: 'published, with the consent of its family' }],
  )
  if (fields.length > 0) throw new AppError('bad-request', { fields })
}

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }

/** Previews a change without making it. */
export async function previewSetting({ db }: Context, input: SettingInput): Promise<SettingPreview> {
  const value = await parseInput(db, input)
  const now = await readSetting(db, input.name)
  if (!isDeepStrictEqual(now, input.seen)) throw new AppError('setting-changed')
  const before = partsOf(now)
  const after = partsOf(value)
  return {
    value,
    changes: Object.keys(after).flatMap((field) =>
      isDeepStrictEqual(before[field], after[field]) ? [] : [{ field, was: before[field], becomes: after[field] }],
    ),
    touches: input.name === 'documentDays' ? { documents: await rows.countDocumentsOlder(db, Number(value)) } : {},
  }
}

/** Changes a setting at once. Repeating it succeeds; if the value changed since the admin saw it, it is refused. */
export async function changeSetting({ db }: Context, viewer: Viewer, input: SettingInput): Promise<AdminSetting> {
  const { name, seen } = input
  const value = await parseInput(db, input)
  return await transaction(db, async (tx) => {
    await lockSettings(tx)
    const was = await readSetting(tx, name)
    if (!isDeepStrictEqual(was, value)) {
      if (!isDeepStrictEqual(was, seen)) throw new AppError('setting-changed')
      await rows.insertSetting(tx, name, value)
      await writeAudit(tx, viewer, 'setting.set', { kind: 'setting', id: name, detail: { was, is: value } })
      await notifyChange(tx, 'public_pages')
    }
    const [shown] = await listSettings(tx, [name])
    if (!shown) throw new AppError('not-found')
    return shown
  })
}
