import { type Concerned, Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

/** Why a link does not work; shown only to its holder. */
export type Spent = 'used' | 'revoked' | 'expired' | 'unknown'

const sentences: Readonly<Record<Spent, Sentence>> = {
  used: sentence`link.used: The link was already used; sign in, or ask an administrator for a new one.`,
  revoked: sentence`link.revoked: The link was revoked or replaced by a later one; ask an administrator for a new one.`,
  expired: sentence`link.expired: The link has expired; ask an administrator for a new one.`,
  unknown: sentence`link.unknown: The link is unknown; open the complete link, or ask an administrator for a new one.`,
}

/** The 401 for a link, which says why. */
export const spent = (link: Spent, ...about: readonly Concerned[]): Refusal =>
  new Refusal('unauthorized', sentences[link], { extra: { link }, ...(about.length > 0 && { about }) })
