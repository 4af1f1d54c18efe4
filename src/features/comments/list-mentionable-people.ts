import { Type } from 'typebox'
import { patternOf } from '#family/choices.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id, Line } from '#http/schema.ts'
import { CommentedId } from './comment.ts'
import { requireCommented } from './commented-record.ts'
import { selectMentionable } from './queries.ts'
import { writerRoles } from './show-comment.ts'

const maxPeople = 20
/** The number of people that a search examines. */
const maxExamined = 10_000

export const listMentionablePeople = readEndpoint({
  name: 'listMentionablePeople',
  summary: 'Find people who can see a record, by a part of their name or address, to mention them in a comment',
  tag: 'Comments',
  workspace: { path: '/comments/people', roles: writerRoles },
  query: Type.Object({ recordId: CommentedId, search: Type.Optional(Line(100, 'A part of the name or address.')) }),
  response: Type.Object({
    people: Type.Array(Type.Object({ id: Id('prs'), name: Type.String(), email: Type.String() })),
    more: Type.Boolean({ description: 'Whether more people match; search for a longer part to find them.' }),
  }),
  errors: ['not_found'],
  needs: ['findTitles', 'commentedKinds'],
  async run(call, { query: { recordId, search } }) {
    await requireCommented(call, recordId)
    const found = await call.read(selectMentionable, {
      ...{ recordId, caller: call.actor.id, walked: maxExamined, limit: maxPeople + 1 },
      pattern: search === undefined ? null : patternOf(search.trim()),
    })
    const people = found.slice(0, maxPeople)
    return { people, more: found.length > maxPeople }
  },
})
