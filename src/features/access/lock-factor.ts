import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { lockSignIn } from './lock-sign-in.ts'

/** What turning off a second factor changes in a person, and its name in the audit trail. */
export const withoutFactor = { secondFactor: 'none' } as const
export const factorOff = 'second factor off'

/** A person's sign-in, under its lock. Throws a 422 where there is no second factor. */
export const lockFactor = async (ctx: Change, personId: string) => {
  const person = await lockSignIn(ctx, personId)
  if (person.person.secondFactor === 'none') throw new Refusal('unprocessable', 'There is no second factor.')
  return person
}
