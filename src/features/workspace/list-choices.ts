import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { type ChoiceRow, choiceKinds } from '#api/choice-source.ts'
import { findChoices } from '#api/choices.ts'
import { reading } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { pageLimit, pagePosition, pageQuery, renderPage } from '#api/page.ts'
import { Line, Pagination } from '#api/schema.ts'

const endpoint = 'listChoices'

const Choice = Type.Object(
  {
    id: Type.String(),
    key: Type.String({
      description: 'What the workspace calls it; of people their address, of accounts the client id.',
    }),
    title: Type.String({ description: 'Its title, or its name.' }),
    status: Type.String({ description: 'Of the record.' }),
  },
  { title: 'Choice' },
)

const mostNamed = 50

const query = Type.Object({
  kind: Type.Enum([...choiceKinds], { description: 'What is chosen from.' }),
  search: Type.Optional({
    ...Line(100),
    description: 'A part of the key or the title, in upper or lower case; no character stands for others.',
  }),
  status: Type.Optional(Type.Enum(['active', 'accepted'], { description: 'Only records of this status.' })),
  ids: Type.Optional(
    Type.String({
      pattern: `^\\w{1,64}(,\\w{1,64}){0,${mostNamed - 1}}$`,
      asks: `must be 1 to ${mostNamed} identifiers with commas between them`,
      description: 'These records, whatever else is asked: the names of what was chosen.',
    }),
  ),
  ...pageQuery,
})

export const listChoices = reading({
  name: endpoint,
  summary:
    'List what can be chosen, by a part of its key or title: first where the key begins with it, then by key; what has no key in the workspace newest first',
  tag: 'Workspace',
  workspace: { path: '/choices', roles: [...roles] },
  query,
  response: Type.Object({ choices: Type.Array(Choice), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(call, { query: { kind, search, status, ids, ...page } }) {
    const { actor, choiceSources, organizationId: organization } = call
    const source = choiceSources.find(one => one.kind === kind)
    if (!source) throw new Error(`nothing offers choices of the kind ${kind}`)
    if (!actor.role || !source.roles.includes(actor.role))
      throw new Refusal('forbidden_resource', `This needs the role ${source.roles.join(' or ')}.`)
    const walk = { endpoint, plural: 'choices', organization, filters: { kind, search, status, ids } }
    const answer = (choices: readonly ChoiceRow[], next?: string) =>
      renderPage(
        call,
        walk,
        choices.map(({ id, key, title, status }) => JSON.stringify({ id, key, title, status })),
        next,
      )
    const position = pagePosition(call, walk, page.cursor)
    if (ids !== undefined) return answer(await call.read(source.names, { ids: ids.split(',') }))
    const { choices, next } = await findChoices(call, source, { search, status, position, limit: pageLimit(page) })
    return answer(choices, next)
  },
})
