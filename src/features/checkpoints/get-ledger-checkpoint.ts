import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { newestCheckpoint } from './sign-checkpoint.ts'

export const getLedgerCheckpoint = readEndpoint({
  name: 'getLedgerCheckpoint',
  summary: 'Get the state of the audit trail as a signed note, to store elsewhere and compare later',
  tag: 'Ledger',
  v1: { path: '/governance/ledger/checkpoint', scope: 'governance.ledger:read' },
  workspace: { path: '/ledger/checkpoint', roles: ['admin', 'auditor'] },
  media: 'text/plain; charset=utf-8',
  response: Type.String({ description: 'C2SP tlog-checkpoint in a signed note: origin, size, root, signatures.' }),
  errors: ['not_found', 'unavailable'],
  needs: ['checkpoints'],
  async run(call) {
    const checkpoint = await newestCheckpoint(call, call.organizationId)
    if (!checkpoint) throw notFound('checkpoint yet')
    return new Rendered(checkpoint.note)
  },
})
