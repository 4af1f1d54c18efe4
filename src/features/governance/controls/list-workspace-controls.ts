import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { Control } from './control.ts'
import { listControls, listControlsOfStatus } from './control-queries.ts'
import { showControl, WorkspaceControl } from './show-control.ts'

const endpoint = 'listWorkspaceControls'

export const listWorkspaceControls = readEndpoint({
  name: endpoint,
  summary: 'List controls with the state of their proof, newest first',
  tag: 'Controls',
  workspace: { path: '/controls', roles: [...roles] },
  query: Type.Object({ status: Type.Optional(Control.properties.status), ...pageQuery }),
  response: Type.Object({ controls: Type.Array(WorkspaceControl), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { status, ...query } }) {
    const { now } = call
    return respondWithPage(call, {
      endpoint,
      plural: 'controls',
      read: page =>
        status === undefined
          ? call.read(listControls, { ...page, now })
          : call.read(listControlsOfStatus, { ...page, now, status }),
      filters: { ...(status && { status }) },
      query,
      render: row => JSON.stringify(showControl(row)),
    })
  },
})
