import { Type } from 'typebox'
import { number, text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { day } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { Risk, risks } from './risk.ts'
import { listedRiskColumns, type RiskRow } from './risk-queries.ts'
import { showRisk, WorkspaceRisk } from './show-risk.ts'

/** A review is due soon if it is at most this many days away. */
const soonDays = 30

const endpoint = 'listWorkspaceRisks'

/** A cell of the heat map, likelihood first. */
const Cell = Type.String({
  pattern: '^[1-5]x[1-5]$',
  patternMessage: sentence`field.matrix_cell: must be likelihood and impact, such as 4x5`,
})

/** SQL: the cell in which the heat map counts a risk. */
const cellOf = (likelihood: string, impact: string): string =>
  `case when status <> 'closed' then ${likelihood} || 'x' || ${impact} end`

const find = search<RiskRow>({
  table: 'risk',
  parameters: { now: number, later: number, person: text },
  columns: listedRiskColumns,
  filters: {
    ownerId: 'owner_id',
    status: 'status',
    review: `case when review_due_at is null then 'none' when review_due_at < to_timestamp(:now / 1000.0) then 'overdue'
                  when review_due_at < to_timestamp(:later / 1000.0) then 'soon' else 'later' end`,
    before: cellOf('likelihood', 'impact'),
    after: cellOf('residual_likelihood', 'residual_impact'),
  },
  family: risks,
  indexes: [{ by: ['ownerId', 'status'] }, { by: ['ownerId'] }, { by: ['status'] }, { by: [] }],
})

export const listWorkspaceRisks = readEndpoint({
  name: endpoint,
  summary: 'List risks with their owners, and whether the caller may accept them, newest first',
  tag: 'Risks',
  workspace: { path: '/risks', roles: [...roles] },
  query: Type.Object({
    status: Type.Optional(Risk.properties.status),
    ownerId: Type.Optional(Reference('prs')),
    review: Type.Optional(
      Type.Enum(['overdue', 'soon', 'later', 'none'], {
        description: `When its review is due: before now, within ${soonDays} days, later, or never.`,
      }),
    ),
    before: Type.Optional({
      ...Cell,
      description: 'Risks that the heat map counts in this cell before treatment: `4x5` is likelihood 4, impact 5.',
    }),
    after: Type.Optional({ ...Cell, description: 'Risks that the heat map counts in this cell after treatment.' }),
    ...find.query,
    ...pageQuery,
  }),
  response: Type.Object({ risks: Type.Array(WorkspaceRisk), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  run(call, { query }) {
    return find(call, {
      endpoint,
      plural: 'risks',
      query,
      values: { now: call.now, later: call.now + soonDays * day, person: call.actor.id },
      render: row => JSON.stringify(showRisk(row, call.actor)),
    })
  },
})
