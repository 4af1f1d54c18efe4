import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { lockSignIn } from './lock-sign-in.ts'
import type { Person } from './person.ts'

/** The name of turning off a second factor in the audit trail. */
export const factorOff = 'second factor off'

/** A person's sign-in, under its lock. Throws a 422 without a second factor, or without one of the named kind. */
export const lockFactor = async (ctx: Change, personId: string, kind?: Person['secondFactor']) => {
  const person = await lockSignIn(ctx, personId)
  const { secondFactor } = person.person
  if (secondFactor === 'none' || (kind && secondFactor !== kind))
    throw new Refusal('unprocessable', sentence`second_factor.none: There is no second factor.`)
  return person
}
