import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ofFamily: PersonalTable['whose'] = ({ familyId }) => sql`family_id = ${familyId}`
const ofOrders: PersonalTable['whose'] = ({ familyId }) =>
  sql`order_id in (select id from payment_order where family_id = ${familyId})`

/** Books, receipts and bank details of payouts stay as long as tax law asks for. */
export const personalMoney: readonly PersonalTable[] = [
  {
    table: 'payment_order',
    whose: ofFamily,
    shows: [
      'number',
      'plan',
      'mode',
      'subject',
      'amount_paise',
      'status',
      'address',
      'wishes',
      'created_at',
      'paid_at',
    ],
    erase: { address: null, wishes: null },
  },
  {
    table: 'payment',
    whose: ofOrders,
    shows: ['amount_paise', 'status', 'method', 'bank_reference', 'seen_at'],
    erase: 'keep',
  },
  { table: 'receipt', whose: ofOrders, shows: ['number', 'printed', 'issued_at'], erase: 'keep' },
  {
    table: 'refund',
    whose: ofOrders,
    shows: ['amount_paise', 'reason', 'status', 'decline_reason', 'created_at', 'ended_at'],
    erase: 'keep',
  },
  {
    table: 'payout_account',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['hint', 'status', 'name_at_bank', 'created_at'],
    erase: 'keep',
  },
  {
    table: 'payee',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['gateway', 'status', 'asked_at'],
    erase: 'keep',
  },
  {
    table: 'transfer',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['kind', 'amount_paise', 'status', 'created_at', 'ended_at'],
    erase: 'keep',
  },
  {
    table: 'payout',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['amount_paise', 'status'],
    erase: 'keep',
  },
  {
    table: 'commission_invoice',
    whose: ({ mentorId }) => sql`mentor_id = ${mentorId}`,
    shows: ['number', 'month', 'printed', 'issued_at'],
    erase: 'keep',
  },
]
