import { type ConcernedAccount, Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

/** Why a link does not work; only a person with the link sees this. */
export type SpentReason = 'used' | 'revoked' | 'expired' | 'unknown'

const sentences: Readonly<Record<SpentReason, Sentence>> = {
  used: sentence`link.used: The link was already used; sign in, or ask an administrator for a new one.`,
  revoked: sentence`link.revoked: The link was revoked or replaced by a later one; ask an administrator for a new one.`,
  expired: sentence`link.expired: The link has expired; ask an administrator for a new one.`,
  unknown: sentence`link.unknown: The link is unknown; open the complete link, or ask an administrator for a new one.`,
}

/** The 401 for a link that does not work, with the reason. */
export const spentLinkRefusal = (link: SpentReason, ...about: readonly ConcernedAccount[]): Refusal =>
  new Refusal('unauthorized', sentences[link], { extra: { link }, ...(about.length > 0 && { about }) })
