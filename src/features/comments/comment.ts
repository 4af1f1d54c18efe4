import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { minute } from '#lib/clock.ts'

export const CommentText = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: '\\S',
  description: 'Plain text with line breaks. An @ before the id of a person mentions them.',
})

/** The id of the record that comments are about. An answer of an assessment has both ids, `gas_…/gfc_…`. */
export const CommentedId = Reference(
  ...['gec', 'ger', 'gfd', 'grk', 'gct', 'gas', 'subpkg', 'subreq'],
  // The registers.
  ...['gex', 'gmd', 'gmr', 'gmi', 'gid', 'gim', 'gat', 'gpe', 'gdd', 'gra', 'gch', 'gvu'],
)

/** A comment of the workspace about a record. Its text is null once it is deleted. */
export const Comment = Type.Object(
  {
    id: Id('cmt'),
    recordId: CommentedId,
    authorId: Id('prs'),
    text: Nullable(CommentText),
    createdAt: Timestamp,
    editedAt: Nullable(Timestamp),
    deletedAt: Nullable(Timestamp),
    deletedBy: Nullable(Id('prs')),
  },
  { title: 'StoredComment' },
)

export type Comment = Static<typeof Comment>

export const renderComment = renderer(Comment)

export const boundComments = bound({
  table: 'record_comment',
  prefix: 'cmt',
  repeats: fieldsOf('id', 'recordId', 'authorId'),
})

/** How long authors can change or delete a comment. */
export const editWindow = 15 * minute

/** The maximum number of comments on one record, deleted ones included. */
export const maxComments = 1000

/** The maximum number of people whom one comment mentions. */
export const maxMentions = 20

/** Whether the author can still change the comment. */
export const isEditable = ({ createdAt, deletedAt }: Comment, now: number): boolean =>
  deletedAt === null && now < Date.parse(createdAt) + editWindow
