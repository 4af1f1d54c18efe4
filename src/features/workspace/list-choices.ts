import { Type } from 'typebox'
import { type ChoiceRow, choiceKinds } from '#family/choice-source.ts'
import { findChoices } from '#family/choices.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { pageLimit, pagePosition, pageQuery, renderPage } from '#http/page.ts'
import { Line, Pagination } from '#http/schema.ts'
import { needsRole } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'

const endpoint = 'listChoices'

const Choice = Type.Object(
  {
    id: Type.String(),
    key: Type.String({
      description: "The record's key in the workspace; for a person the address, for a service account the client id.",
    }),
    title: Type.String({ description: 'The title or name.' }),
    status: Type.String({ description: 'The status of the record.' }),
  },
  { title: 'Choice' },
)

const maxIds = 50

const query = Type.Object({
  kind: Type.Enum([...choiceKinds], { description: 'The kind of records to choose from.' }),
  search: Type.Optional({
    ...Line(100),
    description: 'A part of the key or the title, ignoring case; wildcards are not supported.',
  }),
  status: Type.Optional(Type.Enum(['active', 'accepted'], { description: 'Only records of this status.' })),
  ids: Type.Optional(
    Type.String({
      pattern: `^\\w{1,64}(,\\w{1,64}){0,${maxIds - 1}}$`,
      patternMessage: sentence`field.identifiers: must be 1 to ${{ most: maxIds }} identifiers with commas between them`,
      description: 'Return exactly these records, regardless of other filters, to show the names of earlier choices.',
    }),
  ),
  ...pageQuery,
})

export const listChoices = readEndpoint({
  name: endpoint,
  summary:
    'List the records to choose from, by a part of their key or title. Keys that begin with the text come first, then others by key; records without a key are newest first',
  tag: 'Workspace',
  workspace: { path: '/choices', roles: [...roles] },
  query,
  response: Type.Object({ choices: Type.Array(Choice), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['choiceSources'],
  async run(call, { query: { kind, search, status, ids, ...page } }) {
    const { actor, choiceSources, organizationId: organization } = call
    const source = choiceSources.find(candidate => candidate.kind === kind)
    if (!source) throw new Error(`no source offers choices of the kind ${kind}`)
    if (!actor.role || !source.roles.includes(actor.role))
      throw new Refusal('forbidden_resource', needsRole(source.roles))
    const listContext = { endpoint, plural: 'choices', organization, filters: { kind, search, status, ids } }
    const respond = (choices: readonly ChoiceRow[], next?: string) =>
      renderPage(
        call,
        listContext,
        choices.map(({ id, key, title, status }) => JSON.stringify({ id, key, title, status })),
        next,
      )
    const position = pagePosition(call, listContext, page.cursor)
    if (ids !== undefined) return respond(await call.read(source.names, { ids: ids.split(',') }))
    const { choices, next } = await findChoices(call, source, { search, status, position, limit: pageLimit(page) })
    return respond(choices, next)
  },
})
