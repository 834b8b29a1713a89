import { callingNumber } from '#contract/money/payments.ts'
import { featureFlags } from '#contract/settings/feature-flags.ts'
import * as contract from '#contract/settings/settings.ts'
import type { Context, Feature } from '#server/context.ts'
import { requireViewer } from '#server/platform/sessions.ts'
import { changeSetting, listSettings, previewSetting } from './setting-changes.ts'
import { contactIn, officeIn, readSetting, readSettings, type Settings, socialIn } from './settings.ts'

const siteSettings = [
  'callingNumber',
  'contact',
  'office',
  'gstin',
  'socialLinks',
  'bookingPolicy',
  'feeRates',
  'taxRules',
  'documentDays',
  'switches',
] as const

/** Answers with facts of the site; about no mentors, so that only changes of anything else drop them. */
function keptFacts({ kept, replicas }: Context) {
  const answers = kept.of<Pick<Settings, (typeof siteSettings)[number]>>(
    'site',
    (value) => JSON.stringify(value).length,
  )
  return () =>
    answers.answer('', async () => ({
      value: await replicas.read(null, (from) => readSettings(from, siteSettings)),
      about: [],
    }))
}

export const settingsRoutes: Feature = (app, context) => {
  const { db, replicas } = context
  const siteFacts = keptFacts(context)
  app.route({
    ...callingNumber,
    handler: async () => ({ data: [{ callingNo: (await siteFacts()).callingNumber }] }),
  })

  app.route({
    ...contract.siteFacts,
    handler: async () => {
      const read = await siteFacts()
      const { callingNumber: phone, contact, socialLinks, bookingPolicy: policy, feeRates } = read
      const { commission, gst, tds, tcs } = feeRates
      const fees = { commission: commission / 100, gst: gst / 100, tds: tds / 100, tcs: tcs / 100 }
      const off = featureFlags.filter((name) => !read.switches[name])
      const office = officeIn(read.office, read.gstin)
      const isTdsOnExcess = read.taxRules.onlyExcess === 1
      const social = socialIn(socialLinks)
      const { documentDays } = read
      return { data: { ...contactIn(phone, contact), office, social, policy, documentDays, fees, isTdsOnExcess, off } }
    },
  })

  app.route({
    ...contract.sitePeople,
    handler: async (request) => {
      const people = await replicas.read(request, (from) => readSetting(from, 'people'))
      return {
        data: people.map(({ name, roleEn, roleHi, portrait }) => ({
          name,
          role: { en: roleEn, hi: roleHi },
          photo: portrait ? `/portraits/${portrait}.svg` : null,
        })),
      }
    },
  })

  app.route({
    ...contract.adminSettings,
    handler: async (request) => {
      const { adminRole } = requireViewer(request)
      return { data: { mayChange: adminRole === 'owner', settings: await listSettings(db) } }
    },
  })

  app.route({
    ...contract.previewSetting,
    handler: async (request) => ({ data: await previewSetting(context, request.body) }),
  })

  app.route({
    ...contract.setSetting,
    handler: async (request) => {
      const data = await changeSetting(context, requireViewer(request), request.body)
      context.kept.forget()
      return { data }
    },
  })
}
