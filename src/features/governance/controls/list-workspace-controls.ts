import { Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import { sortedList } from '#family/sorted/list.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { nameOf } from '#http/name-of.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { Control, controls } from './control.ts'
import { listControls, listControlsOfStatus, proofOfControls } from './control-queries.ts'
import { showControl, WorkspaceControl } from './show-control.ts'

const endpoint = 'listWorkspaceControls'

interface SortedRow {
  id: string
  record: string
  owner_name: string | null
}

const sorted = sortedList<SortedRow>({
  ...controls,
  sorts: controls.sorts ?? [],
  of: 'workspace_control',
  select: `id, record, ${nameOf('t.owner_id')} as owner_name`,
  alias: 't',
  filters: { status: 't.status' },
  indexes: [['status'], []],
})

const withoutProof = { state: 'without_requirements', requirements: 0, fresh: 0, until: null } as const

export const listWorkspaceControls = readEndpoint({
  name: endpoint,
  summary: 'List controls with the state of their proof, newest first',
  tag: 'Controls',
  workspace: { path: '/controls', roles: [...roles] },
  query: Type.Object({ status: Type.Optional(Control.properties.status), ...sorted.query, ...pageQuery }),
  response: Type.Object({ controls: Type.Array(WorkspaceControl), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  async run(call, { query }) {
    const { now } = call
    const { status } = query
    const filterValues = { ...(status && { status }) }
    let proofs: ReadonlyMap<string, RowOf<typeof proofOfControls>> = new Map()
    const request = {
      ...{ endpoint, plural: 'controls', query, filterValues },
      async prepare(rows: readonly SortedRow[]) {
        const found = await call.read(proofOfControls, { ids: rows.map(({ id }) => id), now })
        proofs = new Map(found.map(row => [row.id, row]))
      },
      render: (row: SortedRow) => JSON.stringify(showControl({ ...row, ...(proofs.get(row.id) ?? withoutProof) })),
    }
    if (sorted.applies(query)) return sorted.respond(call, request)
    return respondWithPage(call, {
      ...{ endpoint, plural: 'controls', query, filters: filterValues },
      read: page =>
        status === undefined
          ? call.read(listControls, { ...page, now })
          : call.read(listControlsOfStatus, { ...page, now, status }),
      render: row => JSON.stringify(showControl(row)),
      extra: await sorted.total(call, request),
    })
  },
})
