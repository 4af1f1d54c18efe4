import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { Pagination } from '#api/schema.ts'
import { findFindings, findingsQuery } from './find-findings.ts'
import { Finding } from './finding.ts'

const endpoint = 'listFindings'

export const listFindings = reading({
  name: endpoint,
  summary: 'List findings, newest first',
  tag: 'Findings',
  v1: { path: '/governance/findings', scope: 'governance.findings:read' },
  query: Type.Object(findingsQuery),
  response: Type.Object({ findings: Type.Array(Finding), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) => findFindings(call, endpoint, query, ({ record }) => record),
})
