import { boundComments } from './comment.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listComments } from './list-comments.ts'
import { listMentionablePeople } from './list-mentionable-people.ts'
import { removeComment } from './remove-comment.ts'
import { updateComment } from './update-comment.ts'

export const comments = {
  bounds: [boundComments],
  endpoints: [listComments, listMentionablePeople, createComment, updateComment, deleteComment, removeComment],
}
