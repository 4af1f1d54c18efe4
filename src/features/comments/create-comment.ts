import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { notify } from '#http/notify.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { type Comment, CommentedId, CommentText, maxComments, renderComment } from './comment.ts'
import { pageIdOf, requireCommented } from './commented-record.ts'
import { mentionedIn, storeMentions } from './mentions.ts'
import { countComments, findCommentAuthors, insertComment, lockComments } from './queries.ts'
import { readComment } from './read-comment.ts'
import { ShownComment, writerRoles } from './show-comment.ts'
import { withLineFeeds } from './with-line-feeds.ts'

/** The number of earlier authors who are notified of a comment. */
const maxNotifiedAuthors = 50

export const createComment = changeEndpoint({
  name: 'createComment',
  summary: 'Comment on a record; an @ before the id of a person mentions them',
  tag: 'Comments',
  method: 'POST',
  workspace: { path: '/comments', roles: writerRoles },
  status: 201,
  action: 'comment.create',
  reason: false,
  body: Type.Object({ recordId: CommentedId, text: CommentText }, { additionalProperties: false }),
  response: ShownComment,
  errors: ['not_found', 'unprocessable'],
  needs: ['findTitles', 'commentedKinds'],
  async run(change, { body: { recordId, text } }) {
    const { tx, ids, now, actor } = change
    tx.write(lockComments, { pageId: pageIdOf(recordId), recordId })
    await requireCommented(change, recordId)
    const [count] = await tx.query(countComments, { recordId })
    if (count && count.comments >= maxComments)
      throw new Refusal(
        'unprocessable',
        sentence`comment.limit: A record can have at most ${{ maxComments }} comments.`,
      )
    const comment: Comment = {
      ...{ id: ids.next('cmt', now), recordId, authorId: actor.id, text: withLineFeeds(text) },
      ...{ createdAt: iso(now), editedAt: null, deletedAt: null, deletedBy: null },
    }
    const record = renderComment(comment)
    tx.write(insertComment, { id: comment.id, recordId, authorId: actor.id, record })
    const mentioned = mentionedIn(text)
    await storeMentions(change, { commentId: comment.id, recordId, before: [], after: mentioned })
    for (const { id: personId } of await tx.query(findCommentAuthors, { recordId, limit: maxNotifiedAuthors }))
      if (!mentioned.includes(personId))
        notify(change, { kind: 'commented', personId, recordId: pageIdOf(recordId), occasion: comment.id })
    change.audit(comment.id, { after: record })
    return readComment(change, comment)
  },
})
