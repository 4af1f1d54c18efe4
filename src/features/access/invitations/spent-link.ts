import { type Concerned, Refusal } from '#api/errors.ts'

/** Why a link does not work; shown only to whoever has it. */
export type Spent = 'used' | 'revoked' | 'expired' | 'unknown'

const again = 'ask an administrator for a new one'

const messages: Readonly<Record<Spent, string>> = {
  used: `The link was used already; sign in, or ${again}.`,
  revoked: `The link was revoked, or a later one took its place; ${again}.`,
  expired: `The link has expired; ${again}.`,
  unknown: `The link is unknown; open the whole of it, or ${again}.`,
}

/** The 401 for a link, which says why. */
export const spent = (link: Spent, ...about: readonly Concerned[]): Refusal =>
  new Refusal('unauthorized', messages[link], { extra: { link }, ...(about.length > 0 && { about }) })
