import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'

/** Phones to log in with on a demo installation; the code is in the outbox. */
export const demoPhones = { parent: '9826014210', mentor: '9826010001', admin: '9826000001' } as const

/** Second factor of the demo admin. Known to everybody: a real owner is made by the command on the server. */
export const demoTotpSecret = 'DEMODEMODEMODEMODEMODEMODEMODEMO'

export const demoAdmin = { phone: demoPhones.admin, name: 'Kavita Menon' } as const

/** The first one has the phone of the demo parent. */
export const demoFamilies = readDataFile(
  'demo/families',
  z.array(
    z.strictObject({
      phone: z.string(),
      name: z.string(),
      email: z.string(),
      address: z.string(),
      area: z.string(),
      learners: z.array(z.strictObject({ name: z.string(), grade: z.string(), school: z.string(), board: z.string() })),
    }),
  ),
)
