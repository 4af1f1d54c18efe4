import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { sentence } from '#lib/sentence.ts'
import { Comment, editWindow, isEditable, renderComment } from './comment.ts'
import { mentionedIn, storeMentions } from './mentions.ts'
import { lockComment, selectComments, updateCommentRecord } from './queries.ts'
import { type ShownComment, showComment } from './show-comment.ts'

/** Reads a comment with the names in it, as the caller sees it. */
export const readComment = async (
  { read, actor, now }: Pick<Change, 'read' | 'actor' | 'now'>,
  { id, recordId }: Pick<Comment, 'id' | 'recordId'>,
): Promise<ShownComment> => {
  // The comment itself is the first one before the position just after its id.
  const row = firstOrNotFound(await read(selectComments, { recordId, position: `${id}~`, limit: 1 }), 'comment')
  const { record, author_name: author, mentions } = row
  return showComment(readRecord(Comment, record), { author, mentions: mentions ?? [] }, actor, now)
}

/** Locks a comment. Throws a 422 if it was deleted. */
export const lockPresentComment = async ({ tx }: Change, id: string) => {
  const { record } = firstOrNotFound(await tx.query(lockComment, { id }), 'comment')
  const comment = readRecord(Comment, record)
  if (comment.deletedAt !== null)
    throw new Refusal('unprocessable', sentence`comment.deleted: The comment was already deleted.`)
  return { comment, record }
}

/** Locks a comment that its author can still change. */
export const lockOwnComment = async (change: Change, id: string) => {
  const locked = await lockPresentComment(change, id)
  if (locked.comment.authorId !== change.actor.id)
    throw new Refusal(
      'forbidden_resource',
      sentence`comment.not_author: Only the author can change or delete a comment.`,
    )
  if (!isEditable(locked.comment, change.now))
    throw new Refusal(
      'unprocessable',
      sentence`comment.window_over: A comment can only be changed or deleted for ${{ minutes: editWindow / 60_000 }} minutes; write another one, or ask an administrator to remove it.`,
    )
  return locked
}

/** Writes a change of a comment with its mentions and its audit row. */
export const changeComment = async (
  change: Change,
  { comment, record: before }: { readonly comment: Comment; readonly record: string },
  changes: Partial<Comment>,
): Promise<ShownComment> => {
  const changed = { ...comment, ...changes }
  const record = renderComment(changed)
  await storeMentions(change, {
    commentId: comment.id,
    recordId: comment.recordId,
    before: mentionedIn(comment.text ?? ''),
    after: mentionedIn(changed.text ?? ''),
  })
  change.tx.write(updateCommentRecord, { id: comment.id, record })
  change.audit(comment.id, { before, after: record })
  return readComment(change, comment)
}
