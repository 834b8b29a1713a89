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
import { bodyOf, intentOf, listIn, sendForm } from '../../form.server.ts'
import { textOf, valuesOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { answerForm } from '../kit/answer-form.server.ts'
import { entryHref } from '../kit/catalogue-words.ts'

type Context = Parameters<typeof readApi>[0]

function withoutFacts(form: FormData): FormData {
  const bare = new FormData()
  for (const [name, value] of Object.entries(valuesOf(form)))
    if (name === 'intent' || name === 'plain') bare.set(name, value)
  return bare
}

/** Adds what the form says, and goes on to its page. */
export async function addOf(context: Context, kind: CatalogueKind, form: FormData) {
  intentOf(form, 'add')
  const sent = sendForm(context, addEntry, form, { params: { kind }, body: { aliases: listIn(form, 'aliases') } })
  const reply = await sent
  if (reply.ok) throw redirect(localHref(`${entryHref(kind, reply.data.data.key)}?added=1`))
  return await answerForm(form, sent, { done: '', bad: m.admin_cat_bad() })
}

/** Does what a form of an entry's page asks for. */
export async function actOnEntry(context: Context, params: { kind: CatalogueKind; key: string }, form: FormData) {
  const bad = m.admin_cat_bad()
  const intent = intentOf(form, 'merge', 'remove', 'change')
  if (intent === 'merge') {
    if (!mergeKinds.some((one) => one === params.kind)) throw new Response(null, { status: 404 })
    const sent = sendForm(context, mergeEntry, form, { params })
    return await answerForm(form, sent, { done: m.admin_cat_merge_done(), bad })
  }
  if (intent === 'remove') {
    const sent = sendForm(context, removeEntry, form, { params })
    return await answerForm(form, sent, { done: m.admin_cat_remove_done(), bad })
  }
  const sent = sendForm(context, changeEntry, form, { params, body: { aliases: listIn(form, 'aliases') } })
  const reply = await sent
  // Half of what was typed over what somebody else saved would be neither.
  const isOld = !reply.ok && reply.error.code === 'catalogue-changed'
  return await answerForm(isOld ? withoutFacts(form) : form, sent, { done: m.admin_cat_saved(), bad })
}

/** Puts an entry of a list one place earlier or later. */
export async function moveOf(context: Context, form: FormData) {
  intentOf(form, 'move')
  const params = { kind: textOf(form, 'kind') as CatalogueKind, key: textOf(form, 'key') } // checked by the endpoint
  const sent = writeApi(context, moveEntry, { params, body: bodyOf(moveEntry, form) })
  return await answerForm(form, sent, { done: m.admin_cat_moved(), bad: m.admin_cat_bad() })
}
