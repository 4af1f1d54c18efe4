import { listing } from '#family/listing.ts'
import type { Row } from '#http/page.ts'
import { EvidenceExport, exportPath, exportRoles } from './export.ts'

export const listEvidenceExports = listing<Row>({
  name: 'listEvidenceExports',
  of: 'evidence_export',
  table: 'evidence_export',
  label: 'evidence export',
  plural: 'evidenceExports',
  tag: 'Exports',
  record: EvidenceExport,
  response: EvidenceExport,
  surfaces: {
    v1: { path: exportPath.v1, scope: 'governance.exports:read' },
    workspace: { path: exportPath.workspace, roles: [...exportRoles] },
  },
  filters: ['status'],
  select: 'id, record',
})
