import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { notify } from '#http/notify.ts'
import { sentence } from '#lib/sentence.ts'
import { maxMentions } from './comment.ts'
import { pageIdOf } from './commented-record.ts'
import { deleteMentions, findMentioned, insertMentions } from './queries.ts'

const mention = /@(prs_[0-9A-Z]{26})(?![0-9A-Z])/g

/** Returns the ids of the people whom a text mentions, each once. */
export const mentionedIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(mention), ([, id = '']) => id)),
]

interface MentionChange {
  readonly commentId: string
  readonly recordId: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Stores and notifies the people whom a comment mentions. Throws a 422 for more than allowed, and for new mentions of people who
 * cannot see the record. People mentioned before stay, even if they no longer see it.
 */
export const storeMentions = async (
  change: Change,
  { commentId, recordId, before, after }: MentionChange,
): Promise<void> => {
  const { tx } = change
  if (after.length > maxMentions)
    throw new Refusal(
      'unprocessable',
      sentence`comment.mention_limit: A comment can mention at most ${{ maxMentions }} people.`,
    )
  const added = after.filter(id => !before.includes(id))
  if (added.length > 0) {
    const people = new Map((await tx.query(findMentioned, { recordId, ids: added })).map(one => [one.id, one]))
    const blind = added.flatMap(id => (people.get(id)?.sees ? [] : [people.get(id)?.name ?? id]))
    if (blind.length > 0)
      throw new Refusal(
        'unprocessable',
        sentence`comment.mention: ${{ people: blind.join(', ') }} cannot be mentioned: they cannot see this record or cannot sign in. Remove the mention, or give them access first.`,
      )
    tx.write(insertMentions, { commentId, people: added })
    for (const personId of added)
      notify(change, { kind: 'mentioned', personId, recordId: pageIdOf(recordId), occasion: commentId })
  }
  if (before.some(id => !after.includes(id))) tx.write(deleteMentions, { commentId, kept: after })
}
