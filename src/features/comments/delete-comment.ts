import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { changeComment, lockOwnComment } from './read-comment.ts'
import { ShownComment, writerRoles } from './show-comment.ts'

export const deleteComment = changeEndpoint({
  name: 'deleteComment',
  summary: 'Delete a comment, as its author, within 15 minutes; its text is erased, its digest stays in the ledger',
  tag: 'Comments',
  method: 'DELETE',
  workspace: { path: '/comments/{commentId}', roles: writerRoles },
  status: 200,
  action: 'comment.delete',
  reason: false,
  params: Type.Object({ commentId: Reference('cmt') }),
  response: ShownComment,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { commentId } }) {
    const locked = await lockOwnComment(change, commentId)
    return changeComment(change, locked, { text: null, deletedAt: iso(change.now), deletedBy: change.actor.id })
  },
})
