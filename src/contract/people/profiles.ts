import { z } from 'zod'
import { messageChannels, messageKinds } from '../notifications/notification-kinds.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams, line } from '../wire/fields.ts'

const tags = ['profiles'] as const
const people = { visitor: 'no', family: 'own', mentor: 'own', admin: 'no' } as const

const choice = z.strictObject({ kind: z.enum(messageKinds), channel: z.enum(messageChannels), on: z.boolean() })
export type MessageChoice = z.infer<typeof choice>

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
    summary: 'What the account says about itself, and what it wants to be told',
    tags,
    response: {
      200: z.object({
        data: z.object({
          phone: z.string(),
          /** Of messages, receipts and calendars. */
          language: languageField,
          /** null for a mentor, whose profile is the application. */
          family: family.nullable(),
          /** Of the role it is logged in as. */
          messages: z.array(choice),
        }),
      }),
    },
  },
  config: { access: people },
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
  config: { access: { visitor: 'no', family: 'own', mentor: 'no', admin: 'no' } },
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
  config: { access: people },
})

export const changeMessages = endpoint({
  method: 'PUT',
  url: '/api/profile/messages',
  schema: {
    summary: 'Choose what to be told, by kind and channel; what is not named stays, and safety is always told',
    tags,
    body: z.strictObject({ messages: z.array(choice).max(messageKinds.length * messageChannels.length) }),
    response: { 200: z.object({ data: z.array(choice) }) },
  },
  config: { access: people },
})

const device = z.object({
  _id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  userType: z.enum(['student', 'mentor', 'admin']),
  startedAt: z.iso.datetime(),
  /** To a quarter of an hour. */
  seenAt: z.iso.datetime(),
  current: z.boolean(),
})
export type Device = z.infer<typeof device>

export const ownDevices = endpoint({
  method: 'GET',
  url: '/api/profile/devices',
  schema: {
    summary: 'Where the account is logged in, this device first',
    tags,
    response: { 200: z.object({ data: z.array(device) }) },
  },
  config: { access: people },
})

export const endDevice = endpoint({
  method: 'DELETE',
  url: '/api/profile/devices/:id',
  schema: {
    summary: 'Log one device out; one that is out already is a success',
    tags,
    params: idParams,
    response: { 200: z.object({ data: z.null() }) },
  },
  config: { access: people },
})

export const endOtherDevices = endpoint({
  method: 'DELETE',
  url: '/api/profile/devices',
  schema: {
    summary: 'Log every device out but this one',
    tags,
    response: { 200: z.object({ data: z.object({ ended: z.number().int() }) }) },
  },
  config: { access: people },
})
