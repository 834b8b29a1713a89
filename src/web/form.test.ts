import { expect, it } from 'vitest'
import { scheduleBooking } from '#contract/classes/bookings.ts'
import { answerProposal } from '#contract/classes/changes.ts'
import { previewBulkEdit } from '#contract/mentors/listings.ts'
import { setCheck } from '#contract/mentors/verification.ts'
import { undoPayoutBatch } from '#contract/money/payout-batches.ts'
import { setPayoutAccount } from '#contract/money/payouts.ts'
import { addPlace } from '#contract/reference/admin-places.ts'
import { setQuoting } from '#contract/reviews/own-reviews.ts'
import { bodyOf, byIntent, decimalIn, fromForm, intentOf, listIn, readForm } from './form.server.ts'

function formOf(values: Record<string, string | string[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) form.append(name, one)
  return form
}
const refused = expect.objectContaining({ init: { status: 400 } })
const refusalOf = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

it('reads texts trimmed, numbers as numbers and empty fields as null or not at all', () => {
  const place = {
    name: ' Rau ',
    nameHi: 'राऊ',
    parent: '',
    lat: '22.6',
    lon: '',
    status: 'shown',
    kind: 'area',
    more: 'x',
  }
  expect(bodyOf(addPlace, formOf(place), { aliases: [] })).toEqual({
    name: 'Rau',
    nameHi: 'राऊ',
    aliases: [],
    parent: null,
    lat: 22.6,
    lon: null,
    status: 'shown',
    kind: 'area',
  })
  expect(bodyOf(answerProposal, formOf({ answer: 'accept', date: '', time: '' }))).toEqual({ answer: 'accept' })
})

it('keeps an empty text where the endpoint accepts one, and passes invalid numbers on', () => {
  const body = bodyOf(scheduleBooking, formOf({ school: '' }))
  const checked = fromForm(setCheck.schema.body, formOf({ degreeYear: 'x' }))
  expect(body).toEqual({ school: '' })
  expect(checked).toMatchObject({ degreeYear: 'x' })
  expect(setCheck.schema.body.safeParse(checked).success).toBe(false)
})

it('reads checkboxes and textual answers as booleans', () => {
  const agreed = (form: Record<string, string>) => bodyOf(setQuoting, formOf(form))
  expect([agreed({ agreed: 'on' }), agreed({ agreed: '1' }), agreed({ agreed: '0' }), agreed({})]).toEqual(
    [true, true, false, false].map((one) => ({ agreed: one })),
  )
  const { set } = previewBulkEdit.schema.body.shape
  expect(fromForm(set, formOf({ showOnWebsite: 'no', adminBriefVisible: '', adminRanking: '' }))).toEqual({
    showOnWebsite: false,
  })
  expect([bodyOf(undoPayoutBatch, formOf({})), bodyOf(undoPayoutBatch, formOf({ bankDidNotPay: 'on' }))]).toEqual([
    {},
    { bankDidNotPay: true },
  ])
})

it("reads the fields of a form's variant", () => {
  const fields = { holder: 'A Rao', accountNumber: '1', ifsc: 'X', upi: 'a@b' }
  expect(bodyOf(setPayoutAccount, formOf({ ...fields, method: 'upi' }))).toEqual({
    method: 'upi',
    holder: 'A Rao',
    upi: 'a@b',
  })
  expect(bodyOf(setPayoutAccount, formOf({ ...fields, method: 'bank' }))).not.toHaveProperty('upi')
})

it('reads parts of a form by their prefix', () => {
  const form = formOf({ 'degree.method': 'video', 'degree.degreeYear': '2012', 'police.method': 'other' })
  expect(fromForm(setCheck.schema.body, form, 'degree')).toMatchObject({ method: 'video', degreeYear: 2012 })
})

it('reads comma-separated lists and numbers with a decimal comma', () => {
  expect(listIn(formOf({ aliases: 'Maths, Ganit\n\nगणित' }), 'aliases')).toEqual(['Maths', 'Ganit', 'गणित'])
  const numbers = ['12,5', '500,000', '5,00,000', '1,00,00,000', '1,234.5', ''].map((tds) =>
    decimalIn(formOf({ tds }), 'tds'),
  )
  expect(numbers).toEqual([12.5, 500_000, 500_000, 10_000_000, 1234.5, null])
})

it('refuses unknown intents', () => {
  const handlers = { add: () => 'added', set: () => 'changed' }
  expect(byIntent(formOf({ intent: 'set 7' }), handlers)).toBe('changed')
  for (const intent of ['', 'nothing', 'toString', 'settle'])
    expect(refusalOf(() => byIntent(formOf({ intent }), handlers))).toEqual(refused)
  expect(intentOf(formOf({}))).toBe('')
  expect(refusalOf(() => intentOf(formOf({ intent: 'add' })))).toEqual(refused)
})

it('reads forms of up to 1,000 fields', async () => {
  const request = (fields: number) =>
    new Request('http://site', { method: 'POST', body: new URLSearchParams(Array(fields).fill(['a', 'ख & =\r\nb'])) })
  const form = await readForm(request(1000))
  expect([form.getAll('a').length, form.get('a')]).toEqual([1000, 'ख & =\r\nb'])
  await expect(readForm(request(1001))).rejects.toEqual(refused)
})
