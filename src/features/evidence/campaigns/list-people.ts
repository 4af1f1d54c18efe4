import { type TObject, Type } from 'typebox'
import type { FamilyDeclaration } from '#family/family.ts'
import { sortedList } from '#family/sorted/list.ts'
import { parameterOf } from '#family/table.ts'
import { type Endpoint, readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { NotNull, Pagination } from '#http/schema.ts'
import type { CampaignKind } from './kind.ts'
import type { ParticipantRow } from './queries.ts'

interface Named {
  id: string
  name: string
}

interface CampaignPeople {
  readonly kind: CampaignKind
  readonly family: Pick<FamilyDeclaration, 'name' | 'label' | 'prefix' | 'tag' | 'list'>
  /** The state of one person in a campaign. */
  readonly participant: TObject
  readonly showParticipant: (row: ParticipantRow) => object
}

/** The state by which the statements select people: a response has another name in each kind of campaign. */
const stateOf = (standing: string | undefined): string | null => {
  if (standing === undefined) return null
  return standing === 'outstanding' || standing === 'left' ? standing : 'responded'
}

/** Creates the endpoint that lists the people of a campaign, by name or by whether they have responded. */
export const campaignPeople = ({ kind, family, participant, showParticipant }: CampaignPeople): Endpoint => {
  const { params, parameter, idOf } = parameterOf(family)
  const { word, table, queries } = kind
  const endpoint = `list${family.name}People`
  const sorted = sortedList<Named>({
    ...{ table: 'person', prefix: 'prs', of: `people_of_${table}`, alias: 't' },
    select: `id, record::json ->> 'name' as name`,
    ...{ record: participant, sorts: ['name'], usualSort: 'name', isPart: true, filters: {}, indexes: [] },
  })
  return readEndpoint({
    name: endpoint,
    summary: `List the people of a ${word} and whether they have responded, oldest first`,
    tag: family.tag,
    workspace: { path: `${family.list.workspace}/{${parameter}}/people`, roles: ['admin', 'reviewer', 'auditor'] },
    params,
    query: Type.Object({
      standing: Type.Optional(NotNull(participant.properties.standing ?? Type.String())),
      ...sorted.query,
      ...pageQuery,
    }),
    response: Type.Object({ people: Type.Array(participant), pagination: Pagination }),
    errors: ['invalid_cursor', 'not_found'],
    needs: ['listSearch'],
    async run(call, { params, query }) {
      const id = idOf(params)
      const standing = query.standing === undefined ? undefined : String(query.standing)
      const state = stateOf(standing)
      firstOrNotFound(await call.read(queries.findStored, { id }), family.label)
      const filterValues = { [parameter]: id, ...(standing !== undefined && { standing }) }
      const parameters: Readonly<Record<string, unknown>> = query
      const isCounted = parameters.total === 'true' || sorted.applies(query)
      const among = isCounted ? (await call.read(queries.findParticipantIds, { id, state })).map(({ id }) => id) : []
      let found: ReadonlyMap<string, ParticipantRow> = new Map()
      const request = {
        ...{ endpoint, plural: 'people', query, filterValues, among },
        async prepare(rows: readonly Named[]) {
          const people = await call.read(queries.findParticipantsAmong, { id, ids: rows.map(({ id }) => id) })
          found = new Map(people.map(row => [row.id, row]))
        },
        // A person who is not found left the campaign after the ids were read.
        render: ({ id, name }: Named) =>
          JSON.stringify(showParticipant(found.get(id) ?? { id, name, given: null, is_asked: false })),
      }
      if (sorted.applies(query)) return sorted.respond(call, request)
      return respondWithPage(call, {
        ...{ endpoint, plural: 'people', query, filters: filterValues, order: 'oldest' },
        read: async page => {
          const rows = await call.read(queries.listParticipants, { ...page, id, state })
          return rows.map(row => ({ ...row, record: JSON.stringify(showParticipant(row)) }))
        },
        extra: await sorted.total(call, request),
      })
    },
  })
}
