import { z } from 'zod'
import { messageChannels, messageKinds } from '../notifications/notification-kinds.ts'
import { bothSides, endpoint, onlyFamilies } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'

const tags = ['profiles'] as const

const preference = z.strictObject({ kind: z.enum(messageKinds), channel: z.enum(messageChannels), on: z.boolean() })
export type NotificationPreference = z.infer<typeof preference>

const family = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  area: z.string().nullable(),
  city: z.string().nullable(),
})
export type FamilyProfile = z.infer<typeof family>

const languageField = z.enum(['en', 'hi'])

export const ownProfile = endpoint({
  method: 'GET',
  url: '/api/profile',
  schema: {
    summary: "The account's profile and notification preferences",
    tags,
    response: {
      200: z.object({
        data: z.object({
          phone: z.string(),
          /** Language of messages, receipts and calendars. */
          language: languageField,
          /** null for a mentor; the application is the mentor's profile. */
          family: family.nullable(),
          /** Preferences of the current role. */
          messages: z.array(preference),
        }),
      }),
    },
  },
  config: { access: bothSides },
})

export const changeFamily = endpoint({
  method: 'PUT',
  url: '/api/profile/family',
  schema: {
    summary: "Change the family's name, e-mail and address",
    tags,
    body: z.strictObject({
      name: line(80),
      email: z.email().max(200).nullable(),
      address: line(200).nullable(),
      area: line(80).nullable(),
      city: line(80).nullable(),
    }),
    response: { 200: z.object({ data: family }) },
  },
  config: { access: onlyFamilies },
})

export const changeLanguage = endpoint({
  method: 'PUT',
  url: '/api/profile/language',
  schema: {
    summary: 'Choose the language of messages, receipts and calendars',
    tags,
    body: z.strictObject({ language: languageField }),
    response: { 200: z.object({ data: z.object({ language: languageField }) }) },
  },
  config: { access: bothSides },
})

export const changeNotificationPreferences = endpoint({
  method: 'PUT',
  url: '/api/profile/messages',
  schema: {
    summary:
      'Change notification preferences by kind and channel; unnamed ones are kept, safety messages cannot be turned off',
    tags,
    body: z.strictObject({ messages: z.array(preference).max(messageKinds.length * messageChannels.length) }),
    response: { 200: z.object({ data: z.array(preference) }) },
  },
  config: { access: bothSides },
})

const device = z.object({
  _id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  userType: z.enum(['student', 'mentor', 'admin']),
  startedAt: z.iso.datetime(),
  /** Accurate to 15 minutes. */
  seenAt: z.iso.datetime(),
  current: z.boolean(),
})
export type Device = z.infer<typeof device>

export const ownDevices = endpoint({
  method: 'GET',
  url: '/api/profile/devices',
  schema: {
    summary: 'Active sessions, this device first',
    tags,
    response: { 200: z.object({ data: z.array(device) }) },
  },
  config: { access: bothSides },
})

export const endDevice = endpoint({
  method: 'DELETE',
  url: '/api/profile/devices/:id',
  schema: {
    summary: 'Log out one device; idempotent',
    tags,
    params: idParams,
    response: { 200: z.object({ data: z.null() }) },
  },
  config: { access: bothSides },
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  url: '/api/profile/devices',
  schema: {
    summary: 'Log out all other devices',
    tags,
    response: { 200: z.object({ data: z.object({ ended: z.number().int() }) }) },
  },
  config: { access: bothSides },
})
