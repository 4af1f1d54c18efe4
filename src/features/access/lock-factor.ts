import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { lockSignIn } from './lock-sign-in.ts'

/** What turning a second factor off changes in a person, and what the audit trail calls it. */
export const withoutFactor = { secondFactor: 'none' } as const
export const factorOff = 'second factor off'

/** How somebody signs in, under its lock. Throws the 422 of who has no second factor. */
export const lockFactor = async (ctx: Change, personId: string) => {
  const person = await lockSignIn(ctx, personId)
  if (person.person.secondFactor === 'none') throw new Refusal('unprocessable', 'There is no second factor.')
  return person
}
