import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#http/access.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { Comment, editWindow, isEditable } from './comment.ts'
import type { MentionedPerson } from './queries.ts'

/** The roles that write comments. Auditors read them. */
export const writerRoles: readonly Role[] = ['admin', 'reviewer', 'contributor']

const PersonName = Type.Object({ id: Id('prs'), name: Type.String() })

/** A comment as people read it. */
export const ShownComment = Type.Object(
  {
    id: Id('cmt'),
    recordId: Comment.properties.recordId,
    author: PersonName,
    text: { ...Comment.properties.text, description: 'Plain text with line breaks; null if the comment was deleted.' },
    mentions: Type.Array(
      Type.Object({
        ...PersonName.properties,
        seesRecord: Type.Boolean({ description: 'Whether the person can see the record now.' }),
      }),
      { description: 'The people whom the text mentions, by id, with their present names.' },
    ),
    createdAt: Timestamp,
    editedAt: Nullable(Timestamp),
    deletedAt: Nullable(Timestamp),
    deletedBy: Type.Unsafe<'author' | 'administrator' | null>({
      type: ['string', 'null'],
      enum: ['author', 'administrator', null],
    }),
    editableUntil: Nullable({ ...Timestamp, description: 'Until when the caller can change or delete the comment.' }),
    mayRemove: Type.Boolean({ description: 'Whether the caller can remove the comment as an administrator.' }),
  },
  { title: 'Comment' },
)

export type ShownComment = Static<typeof ShownComment>

interface CommentNames {
  readonly author: string | null
  readonly mentions: readonly MentionedPerson[]
}

const deleterOf = ({ deletedBy, authorId }: Comment): ShownComment['deletedBy'] => {
  if (deletedBy === null) return null
  return deletedBy === authorId ? 'author' : 'administrator'
}

export const showComment = (
  comment: Comment,
  { author, mentions }: CommentNames,
  { id, role }: Actor,
  now: number,
): ShownComment => {
  const mayEdit = comment.authorId === id && role !== undefined && writerRoles.includes(role)
  return {
    id: comment.id,
    recordId: comment.recordId,
    author: { id: comment.authorId, name: author ?? comment.authorId },
    text: comment.text,
    mentions: comment.text === null ? [] : [...mentions],
    createdAt: comment.createdAt,
    editedAt: comment.editedAt,
    deletedAt: comment.deletedAt,
    deletedBy: deleterOf(comment),
    editableUntil: mayEdit && isEditable(comment, now) ? iso(Date.parse(comment.createdAt) + editWindow) : null,
    mayRemove: role === 'admin' && comment.deletedAt === null,
  }
}
