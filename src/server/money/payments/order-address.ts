import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { Plan } from '#contract/classes/plans.ts'
import type { ClassMode } from '#contract/reference/catalogue.ts'
import { assertWithinReach } from '#server/mentors/search/mentors.ts'
import { addressOfLearner, saveAddress } from '#server/people/profiles/profiles.ts'
import type { Transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'

type AddressInput = {
  mentorId: string
  address?: ClassAddress | undefined
  plan?: Plan | undefined
  mode?: ClassMode | undefined
  renews?: string | undefined
}

/**
 * Address of classes at home: the submitted one, which is saved for the learner, else the saved one. The
 * specification's basic order has neither plan nor mode and needs no address: the family is asked after paying.
 */
export async function addressOf(tx: Transaction, input: AddressInput, learnerId: string): Promise<ClassAddress | null> {
  const address = input.address ?? (await addressOfLearner(tx, learnerId))
  // A renewal keeps the address the mentor already travels to.
  if (input.renews) return address
  if (!address && (input.plan || input.mode)) throw new AppError('address-needed')
  if (address) await assertWithinReach(tx, input.mentorId, address)
  if (input.address) await saveAddress(tx, learnerId, input.address)
  return address
}
