import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sandboxKeys } from './bank-check.ts'

const name = z
  .string()
  .regex(/^[a-zA-Z0-9 .-]{1,100}$/)
  .optional()
const bankBody = z.object({ bank_account: z.string().regex(/^\w{6,30}$/), ifsc: z.string().length(11), name })
const upiBody = z.object({
  verification_id: z.string().regex(/^[\w.-]{1,50}$/),
  vpa: z.string().regex(/^\S+@\S+$/),
  name,
})

/** Cashfree's published test accounts and their codes. Any other account is valid and has the name in the request. */
const testAccounts: Record<string, string> = {
  '7766666585146': 'INVALID_BANK_ACCOUNT',
  '7766667287515': 'INVALID_IFSC',
  '7766667989884': 'ACCOUNT_BLOCKED',
  '7766667755761': 'NRE_ACCOUNT',
}
/** Banks that do not answer: Cashfree replies 424. */
const silentBanks = ['7766674831270', '7766668692253']
/** The example of the documentation, with its holder. */
const johnDoe = { account: '26291800001191', vpa: 'john.doe@upi', name: 'JOHN DOE' }

/** Stand-in for Cashfree's verification API; mounted only when BANK_CHECK_PROVIDER is sandbox. */
export function bankCheckSandbox(app: FastifyInstance): void {
  let references = 0
  const failed = (message: string, code: string, type = 'validation_error') => ({ type, code, message })

  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith('/sandbox/verification/')) return
    const { 'x-client-id': id, 'x-client-secret': secret } = request.headers
    if (id !== sandboxKeys.clientId || secret !== sandboxKeys.clientSecret)
      return reply.status(401).send(failed('Invalid clientId and clientSecret combination', 'authentication_failed'))
  })

  app.post('/sandbox/verification/bank-account/sync', async (request, reply) => {
    const body = bankBody.safeParse(request.body).data
    if (!body) return reply.status(400).send(failed('bank_account or ifsc is not valid', 'bank_account_value_invalid'))
    if (silentBanks.includes(body.bank_account))
      return reply.status(424).send(failed('Source bank declined', 'source_bank_declined', 'internal_error'))
    references++
    const code = testAccounts[body.bank_account]
    const nameAtBank = body.bank_account === johnDoe.account ? johnDoe.name : (body.name ?? '').toUpperCase()
    return {
      reference_id: references,
      name_at_bank: code ? null : nameAtBank,
      account_status: code ? 'INVALID' : 'VALID',
      account_status_code: code ?? 'ACCOUNT_IS_VALID',
    }
  })

  app.post('/sandbox/verification/upi', async (request, reply) => {
    const body = upiBody.safeParse(request.body).data
    if (!body) return reply.status(400).send(failed('vpa should be valid.', 'vpa_value_invalid'))
    references++
    const isInvalid = body.vpa.startsWith('invalid@')
    const nameAtBank = body.vpa === johnDoe.vpa ? johnDoe.name : (body.name ?? '').toUpperCase()
    return {
      reference_id: references,
      verification_id: body.verification_id,
      vpa: body.vpa,
      status: isInvalid ? 'INVALID' : 'VALID',
      name_at_bank: isInvalid ? null : nameAtBank,
    }
  })
}
