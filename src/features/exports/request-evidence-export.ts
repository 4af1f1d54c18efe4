import { Type } from 'typebox'
import type { Change, Provided } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { requireProof } from '#http/recent-proof.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { disclosable, EvidenceExport, exportPath, exportRoles, renderNewExport } from './export.ts'
import { insertExport } from './queries.ts'
import { requireExportSlot } from './require-export-slot.ts'
import { ExportScope, readScope, type ScopeInput } from './scope.ts'

const labels: Readonly<Record<ScopeInput['kind'], string>> = {
  requirement: 'requirement',
  package: 'submission package',
  period: 'period',
  everything: 'workspace',
  asOf: 'workspace',
}

/** Whether a bundle with this scope can contain the whole workspace. */
const coversWorkspace: Readonly<Record<ScopeInput['kind'], boolean>> = {
  requirement: false,
  package: false,
  period: true,
  everything: true,
  asOf: true,
}

const requireSubject = async ({ exportables, read }: Change & Provided<'exportables'>, scope: ScopeInput) => {
  for (const exportable of exportables) if (await exportable.has(read, scope)) return
  throw notFound(labels[scope.kind])
}

const exportFields = EvidenceExport.properties

/** Works without a license, so that a customer who leaves can take their evidence with them (open points "Exports"). */
export const requestEvidenceExport = changeEndpoint({
  name: 'requestEvidenceExport',
  summary: 'Request an evidence bundle that anyone can verify',
  tag: 'Exports',
  method: 'POST',
  v1: { path: exportPath.v1, scope: 'governance.exports:write' },
  workspace: { path: exportPath.workspace, roles: [...exportRoles] },
  status: 202,
  action: 'evidence.export.request',
  body: Type.Object({
    scope: ExportScope,
    ledger: Type.Optional(exportFields.ledger),
    disclose: Type.Optional(
      Type.Array(Type.Enum([...disclosable]), {
        maxItems: disclosable.length,
        uniqueItems: true,
        description: 'Both fields if omitted.',
      }),
    ),
    attachments: Type.Optional(exportFields.attachments),
  }),
  response: EvidenceExport,
  errors: ['not_found', 'unprocessable'],
  needs: ['exportables'],
  async run(change, { body }) {
    const { tx, ids, now } = change
    const scope = readScope(body.scope, now)
    if (coversWorkspace[scope.kind]) requireProof(change.actor, now)
    await requireSubject(change, scope)
    await requireExportSlot(change)
    const { ledger = 'proofs', disclose = [...disclosable], attachments = true } = body
    const id = ids.next('gee', now)
    const disclosedFields = disclosable.filter(name => disclose.includes(name))
    const record = renderNewExport({ id, scope, ledger, disclose: disclosedFields, attachments, at: iso(now) })
    const requestedBy = change.actor.kind === 'person' ? change.actor.id : null
    tx.write(insertExport, { id, record, requestedBy })
    change.audit(id, { after: record })
    return new Rendered(record)
  },
})
