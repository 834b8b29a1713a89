import { sql } from 'kysely'
import type { PersonalTable } from '#server/platform/personal.ts'

const ofAccount: PersonalTable['whose'] = ({ accountId }) => sql`account_id = ${accountId}`
const ofPhone: PersonalTable['whose'] = ({ phone }) => sql`phone = ${phone}`

export const personalLogins: readonly PersonalTable[] = [
  { table: 'otp_challenge', whose: ofPhone, shows: ['sent_at', 'used_at'], erase: 'delete' },
  { table: 'known_device', whose: ofPhone, shows: ['verified_at'], erase: 'delete' },
  {
    table: 'account',
    whose: ({ accountId }) => sql`id = ${accountId}`,
    shows: ['phone', 'language', 'created_at'],
    erase: {
      phone: sql`'erased-' || id`,
      erased_at: sql`now()`,
      suspended_at: sql`coalesce(suspended_at, now())`,
      language: 'en',
    },
  },
  { table: 'passkey_challenge', whose: ofAccount, shows: ['expires_at'], erase: 'delete' },
  { table: 'passkey', whose: ofAccount, shows: ['name', 'created_at', 'used_at'], erase: 'delete' },
  { table: 'calendar_feed', whose: ofAccount, shows: ['made_at'], erase: 'delete' },
  { table: 'phone_change', whose: ofAccount, shows: ['phone', 'old_phone', 'made_at', 'done_at'], erase: 'delete' },
  {
    table: 'session',
    whose: ofAccount,
    shows: ['user_type', 'created_at', 'seen_at', 'expires_at', 'revoked_at'],
    erase: 'delete',
  },
]

export const personalProfiles: readonly PersonalTable[] = [
  {
    table: 'family',
    whose: ofAccount,
    shows: ['name', 'email', 'address', 'area', 'city', 'created_at'],
    erase: { name: null, email: null, address: null, area: null, city: null },
  },
  {
    table: 'learner',
    whose: ({ familyId }) => sql`family_id = ${familyId}`,
    shows: ['name', 'grade', 'school', 'board', 'address', 'is_adult', 'created_at', 'archived_at'],
    erase: {
      name: null,
      grade: null,
      school: null,
      board: null,
      address: null,
      archived_at: sql`coalesce(archived_at, now())`,
    },
  },
]
