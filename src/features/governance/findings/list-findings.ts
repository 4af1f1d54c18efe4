import { Type } from 'typebox'
import { recordResponse } from '#family/family.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Pagination } from '#http/schema.ts'
import { findFindings, findingsQuery } from './find-findings.ts'
import { findings } from './finding.ts'

const endpoint = 'listFindings'
const findingResponse = recordResponse(findings)

export const listFindings = readEndpoint({
  name: endpoint,
  summary: 'List findings, newest first',
  tag: 'Findings',
  v1: { path: '/governance/findings', scope: 'governance.findings:read' },
  query: Type.Object(findingsQuery),
  response: Type.Object({ findings: Type.Array(findingResponse.schema), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  run: (call, { query }) => findFindings(call, endpoint, query, ({ record }) => findingResponse.render(record)),
})
