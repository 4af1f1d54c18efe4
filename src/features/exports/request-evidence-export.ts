import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import type { Change, Services } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { notFound, Refusal } from '#api/errors.ts'
import type { ProofScope } from '#api/exportable.ts'
import { iso } from '#lib/clock.ts'
import { disclosable, EvidenceExport, exportPath, exportRoles, most, renderExport } from './export.ts'
import { countExports, insertExport, lockExports } from './queries.ts'
import { ExportScope, readScope } from './scope.ts'

const labels: Readonly<Record<ProofScope['kind'], string>> = {
  requirement: 'requirement',
  package: 'submission package',
  period: 'period',
  everything: 'workspace',
  asOf: 'workspace',
}

const requireNamed = async ({ exportables, read }: Change & Pick<Services, 'exportables'>, scope: ProofScope) => {
  for (const exportable of exportables) if (await exportable.has(read, scope)) return
  throw notFound(labels[scope.kind])
}

/** One request after another of a workspace counts those before it. */
const requireTurn = async ({ tx }: Change): Promise<void> => {
  tx.write(lockExports, {})
  const [found] = await tx.query(countExports, {})
  const { preparing = 0, ready = 0 } = found ?? {}
  if (preparing >= most.preparing + most.waiting)
    throw new Refusal('unprocessable', `${preparing} exports are being prepared or wait; ask again when one is ready.`)
  if (ready >= most.ready)
    throw new Refusal(
      'unprocessable',
      `${ready} exports are ready; cancel one that is not needed, or wait until one expires.`,
    )
}

const proof = EvidenceExport.properties

/** Open points "Exports". No license is asked: whoever leaves takes the proof along. */
export const requestEvidenceExport = changing({
  name: 'requestEvidenceExport',
  summary: 'Ask for a bundle of proof that anybody can check',
  tag: 'Exports',
  method: 'POST',
  v1: { path: exportPath.v1, scope: 'governance.exports:write' },
  workspace: { path: exportPath.workspace, roles: [...exportRoles] },
  status: 202,
  action: 'evidence.export.request',
  body: Type.Object({
    scope: ExportScope,
    ledger: Type.Optional(proof.ledger),
    disclose: Type.Optional(
      Type.Array(Type.Enum([...disclosable]), {
        maxItems: disclosable.length,
        uniqueItems: true,
        description: 'Both when left out.',
      }),
    ),
    attachments: Type.Optional(proof.attachments),
  }),
  response: EvidenceExport,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body }) {
    const { tx, ids, now } = change
    const scope = readScope(body.scope, now)
    await requireNamed(change, scope)
    await requireTurn(change)
    const { ledger = 'proofs', disclose = [...disclosable], attachments = true } = body
    const record = renderExport({
      id: ids.next('gee', now),
      status: 'preparing',
      scope,
      ledger,
      disclose: disclosable.filter(name => disclose.includes(name)),
      attachments,
      progress: { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 },
      byteSize: null,
      manifestSha256: null,
      checkpointSize: null,
      leftOut: {},
      failure: null,
      expiresAt: null,
      createdAt: iso(now),
      updatedAt: iso(now),
    })
    const { id } = JSON.parse(record)
    tx.write(insertExport, { id, record })
    change.audit(id, { after: record })
    return new Rendered(record)
  },
})
