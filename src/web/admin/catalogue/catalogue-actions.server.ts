import { redirect } from 'react-router'
import {
  addEntry,
  changeEntry,
  mergeEntry,
  mergeKinds,
  moveEntry,
  removeEntry,
} from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { type readApi, writeApi } from '../../api.ts'
import { localHref } from '../../locale.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { entryHref } from '../kit/catalogue-words.ts'

type Context = Parameters<typeof readApi>[0]

function factsOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const all = (name: string) => form.getAll(name).map(String)
  const aliases = text('aliases')
    .split(/[,\n]/)
    .map((word) => word.trim())
  return {
    ...{ en: text('en'), hi: text('hi'), aliases: aliases.filter(Boolean) },
    ...{ place: Number(text('place') || Number.NaN), isShown: form.has('isShown'), isHome: form.has('isHome') },
    ...{ grades: all('grades'), subjects: all('subjects') },
  }
}

function withoutFacts(form: FormData): FormData {
  const bare = new FormData()
  for (const name of ['intent', 'plain']) if (form.has(name)) bare.set(name, String(form.get(name)))
  return bare
}

/** Adds what the form says, and goes on to its page. */
export async function addOf(context: Context, kind: CatalogueKind, form: FormData) {
  const parent = String(form.get('parent') ?? '')
  const body = { ...factsOf(form), ...(parent && { parent }) }
  const sent = writeApi(context, addEntry, { params: { kind }, body })
  const reply = await sent
  if (reply.ok) throw redirect(localHref(`${entryHref(kind, reply.data.data.key)}?added=1`))
  return await answerForm(form, sent, { done: '', bad: m.admin_cat_bad() })
}

/** Does what a form of an entry's page asks for. */
export async function actOnEntry(context: Context, params: { kind: CatalogueKind; key: string }, form: FormData) {
  const version = Number(form.get('version'))
  const intent = String(form.get('intent'))
  const bad = m.admin_cat_bad()
  if (intent === 'merge') {
    const body = { into: String(form.get('into') ?? ''), version }
    const kind = mergeKinds.find((one) => one === params.kind)
    if (!kind) throw new Response(null, { status: 404 })
    const sent = writeApi(context, mergeEntry, { params: { kind, key: params.key }, body })
    return await answerForm(form, sent, { done: m.admin_cat_merge_done(), bad })
  }
  if (intent === 'remove') {
    const sent = writeApi(context, removeEntry, { params, body: { version } })
    return await answerForm(form, sent, { done: m.admin_cat_remove_done(), bad })
  }
  const sent = writeApi(context, changeEntry, { params, body: { ...factsOf(form), version } })
  const reply = await sent
  // Half of what was typed over what somebody else saved would be neither.
  const isOld = !reply.ok && reply.error.code === 'catalogue-changed'
  return await answerForm(isOld ? withoutFacts(form) : form, sent, { done: m.admin_cat_saved(), bad })
}

/** Puts an entry of a list one place earlier or later. */
export async function moveOf(context: Context, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  const params = { kind: text('kind') as CatalogueKind, key: text('key') } // checked by the endpoint
  const body = { to: text('to') as 'earlier' | 'later', version: Number(form.get('version')) } // so is this
  const sent = writeApi(context, moveEntry, { params, body })
  return await answerForm(form, sent, { done: m.admin_cat_moved(), bad: m.admin_cat_bad() })
}
