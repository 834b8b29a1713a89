import { callingNumber } from '#contract/payments.ts'
import type { Feature } from '#server/app.ts'
import { readSetting } from './settings.ts'

export const settingsRoutes: Feature = (app, { db }) => {
  app.route({
    ...callingNumber,
    handler: async () => ({ data: [{ callingNo: await readSetting(db, 'callingNumber') }] }),
  })
}
