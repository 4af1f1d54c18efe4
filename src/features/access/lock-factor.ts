import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { lockSignIn } from './lock-sign-in.ts'
import type { Person } from './person.ts'

/** The audit trail's term for turning off a second factor. */
export const factorOff = 'second factor off'

/** Locks and returns a person's sign-in. Throws 422 if the person has no second factor, or none of the named kind. */
export const lockFactor = async (ctx: Change, personId: string, kind?: Person['secondFactor']) => {
  const person = await lockSignIn(ctx, personId)
  const { secondFactor } = person.person
  if (secondFactor === 'none' || (kind && secondFactor !== kind))
    throw new Refusal('unprocessable', sentence`second_factor.none: There is no second factor.`)
  return person
}
