import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable, Pagination } from '#http/schema.ts'
import { sectorRules } from '#lib/periods/sector-rules.ts'
import { eventsOf, occurrenceEvents } from './schedule.ts'

const SectorRule = Type.Object(
  {
    id: Type.String(),
    act: Type.String(),
    source: Type.String(),
    isTransposed: Type.Boolean({
      description: 'Whether the law of a Member State sets the limits and may differ.',
    }),
    filings: Type.Array(
      Type.Object({
        id: Type.String(),
        article: Type.String(),
        events: Type.Array(Type.Enum([...occurrenceEvents]), { description: 'The events that start its periods.' }),
        asksForEntities: Type.Boolean({ description: 'Whether its limit depends on the kind of entity.' }),
        mayBeExcluded: Type.Boolean({
          description: 'Whether an authority may exclude the entity from filing on the next working day.',
        }),
        submission: Nullable(Type.String({ description: 'The event that the filing itself is.' })),
      }),
    ),
  },
  { title: 'SectorRule' },
)

export const listSectorRules = readEndpoint({
  name: 'listSectorRules',
  summary: 'List the acts whose filings a schedule can follow, with their articles',
  tag: 'Submissions',
  workspace: { path: '/sector-rules', roles: [...roles] },
  response: Type.Object({
    rules: Type.Array(SectorRule),
    pagination: Pagination,
  }),
  async run() {
    const rules = sectorRules.map(({ id: rule, act, source, isTransposed = false, filings }) => ({
      ...{ id: rule, act, source, isTransposed },
      filings: filings.map(({ id, article, relief, shorter, submission = null }) => ({
        ...{ id, article, submission },
        events: eventsOf({ every: 'occurrence', rule, filings: [id] }),
        asksForEntities: relief?.excluded !== undefined || shorter !== undefined,
        mayBeExcluded: relief !== undefined,
      })),
    }))
    return { rules, pagination: {} }
  },
})
