import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'

/** Demo logins; codes are in the outbox. */
export const demoPhones = { parent: '9826014210', mentor: '9826010001', admin: '9826000001' } as const

/** Public TOTP secret of the demo admin; real owners are created on the command line. */
export const demoTotpSecret = 'DEMODEMODEMODEMODEMODEMODEMODEMO'

export const demoAdmin = { phone: demoPhones.admin, name: 'Kavita Menon' } as const

/** The first family has the demo parent's phone. */
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
