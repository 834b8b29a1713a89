import { callingNumber } from '#contract/payments.ts'
import * as contract from '#contract/settings.ts'
import { switches } from '#contract/switches.ts'
import type { Feature } from '#server/app.ts'
import { loggedIn } from '#server/platform/sessions.ts'
import { changeSetting, previewSetting, shownSettings } from './setting-changes.ts'
import { reachIn, readSetting, readSettings, socialIn } from './settings.ts'

export const settingsRoutes: Feature = (app, parts) => {
  const { db } = parts
  app.route({
    ...callingNumber,
    handler: async () => ({ data: [{ callingNo: await readSetting(db, 'callingNumber') }] }),
  })

  app.route({
    ...contract.siteFacts,
    handler: async () => {
      const names = ['callingNumber', 'contact', 'socialLinks', 'bookingPolicy', 'switches'] as const
      const read = await readSettings(db, names)
      const { callingNumber: phone, contact, socialLinks, bookingPolicy: policy } = read
      const off = switches.filter((name) => !read.switches[name])
      return { data: { ...reachIn(phone, contact), social: socialIn(socialLinks), policy, off } }
    },
  })

  app.route({
    ...contract.sitePeople,
    handler: async () => ({
      data: (await readSetting(db, 'people')).map(({ name, roleEn, roleHi, portrait }) => ({
        ...{ name, role: { en: roleEn, hi: roleHi } },
        photo: portrait ? `/portraits/${portrait}.svg` : null,
      })),
    }),
  })

  app.route({
    ...contract.adminSettings,
    handler: async (request) => {
      const { adminRole } = loggedIn(request)
      return { data: { mayChange: adminRole === 'owner', settings: await shownSettings(db) } }
    },
  })

  app.route({
    ...contract.previewSetting,
    handler: async (request) => ({ data: await previewSetting(parts, request.body) }),
  })

  app.route({
    ...contract.setSetting,
    handler: async (request) => ({ data: await changeSetting(parts, loggedIn(request), request.body) }),
  })
}
