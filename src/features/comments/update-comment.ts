import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { CommentText } from './comment.ts'
import { changeComment, lockOwnComment } from './read-comment.ts'
import { ShownComment, writerRoles } from './show-comment.ts'
import { withLineFeeds } from './with-line-feeds.ts'

export const updateComment = changeEndpoint({
  name: 'updateComment',
  summary: 'Change the text of a comment, as its author, within 15 minutes',
  tag: 'Comments',
  method: 'PATCH',
  workspace: { path: '/comments/{commentId}', roles: writerRoles },
  status: 200,
  action: 'comment.update',
  reason: false,
  params: Type.Object({ commentId: Reference('cmt') }),
  body: Type.Object({ text: CommentText }, { additionalProperties: false }),
  response: ShownComment,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { commentId }, body }) {
    const locked = await lockOwnComment(change, commentId)
    return changeComment(change, locked, { text: withLineFeeds(body.text), editedAt: iso(change.now) })
  },
})
