import { type Concerned, Refusal } from '#api/errors.ts'

/** Why a link does not work; shown only to its holder. */
export type Spent = 'used' | 'revoked' | 'expired' | 'unknown'

const again = 'ask an administrator for a new one'

const messages: Readonly<Record<Spent, string>> = {
  used: `The link was already used; sign in, or ${again}.`,
  revoked: `The link was revoked or replaced by a later one; ${again}.`,
  expired: `The link has expired; ${again}.`,
  unknown: `The link is unknown; open the complete link, or ${again}.`,
}

/** The 401 for a link, which says why. */
export const spent = (link: Spent, ...about: readonly Concerned[]): Refusal =>
  new Refusal('unauthorized', messages[link], { extra: { link }, ...(about.length > 0 && { about }) })
