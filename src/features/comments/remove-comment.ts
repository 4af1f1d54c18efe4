import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { changeComment, lockPresentComment } from './read-comment.ts'
import { ShownComment } from './show-comment.ts'

export const removeComment = changeEndpoint({
  name: 'removeComment',
  summary: "Remove a person's comment, as an administrator; its text is erased, its digest stays in the ledger",
  tag: 'Comments',
  method: 'POST',
  workspace: { path: '/comments/{commentId}/remove', roles: ['admin'] },
  status: 200,
  action: 'comment.remove',
  params: Type.Object({ commentId: Reference('cmt') }),
  response: ShownComment,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { commentId } }) {
    const locked = await lockPresentComment(change, commentId)
    return changeComment(change, locked, { text: null, deletedAt: iso(change.now), deletedBy: change.actor.id })
  },
})
