import { sql } from 'kysely'
import { missingOffice } from '#contract/wire/office.ts'
import { type Config, isReal } from '#server/config.ts'
import { demoPhones, demoTotpSecret } from '#server/demo/people.ts'
import type { Db } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings/settings.ts'

const codesOf: Partial<Record<Config['otpProvider'], string>> = {
  msg91: 'by SMS of MSG91',
  verifynow: 'by SMS of VerifyNow',
}

const officeNames = { legalName: 'legal name', grievanceName: 'grievance officer', nodalName: 'nodal contact person' }

/** Lines printed after a start: addresses, logins and stand-ins. */
export async function welcome(config: Config, db: Db): Promise<string[]> {
  if (config.role === 'worker') return ['MentorSetu is ready: runs background jobs']
  const lines = ['', `MentorSetu is ready: ${config.publicUrl}`, '']
  const found = await sql<{
    has: boolean
  }>`select exists (select from account where demo and phone = ${demoPhones.parent}) as has`.execute(db)
  if (found.rows[0]?.has) {
    lines.push(
      `  Demo parent   ${demoPhones.parent}   ${config.publicUrl}/login`,
      `  Demo mentor   ${demoPhones.mentor}   ${config.publicUrl}/login`,
      `  Demo admin    ${demoPhones.admin}   ${config.publicUrl}/admin/login`,
      `                authenticator (TOTP) secret ${demoTotpSecret}`,
    )
  }
  const missing = isReal(config) ? missingOffice(await readSetting(db, 'office')) : []
  if (missing.length > 0)
    lines.push(
      `  Not named     ${missing.map((name) => officeNames[name]).join(', ')}: the law wants them published`,
      `                ${config.publicUrl}/admin/settings`,
    )
  lines.push(`  Login codes   ${codesOf[config.otpProvider] ?? `${config.publicUrl}/dev/outbox`}`)
  lines.push(
    `  Data          ${config.databaseUrl ? 'in the database of DATABASE_URL' : config.dataDir}`,
    '  Stop          Ctrl-C',
    '',
  )
  return lines
}
