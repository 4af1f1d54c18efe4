import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import type { InclusionProof } from '#http/ledger.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { second } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findSealing } from './queries.ts'
import { ledgerSurfaces } from './surface.ts'

/** How long a request waits for a row that was just written. */
const maxWaitMs = 2 * second
const retryMs = 100

/** Renders a C2SP proof (c2sp.org/tlog-proof) with the leaf as `extra`. */
const renderProof = ({ row, hashes }: InclusionProof, checkpoint: string): string =>
  [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(row.leaf).toString('base64')}`,
    `index ${row.index}`,
    ...hashes.map(hash => hash.toString('base64')),
    '',
    checkpoint,
  ].join('\n')

export const getLedgerProof = readEndpoint({
  name: 'getLedgerProof',
  summary: 'Get the proof that a row of the audit trail is in the ledger',
  ...ledgerSurfaces('/proofs/{auditEventId}'),
  media: 'text/plain; charset=utf-8',
  params: Type.Object({ auditEventId: Reference('aud') }),
  response: Type.String({ description: 'c2sp.org/tlog-proof: leaf, index, hashes, and a signed checkpoint.' }),
  errors: ['not_found', 'unavailable'],
  needs: ['checkpoints'],
  async run(call, { params: { auditEventId: event } }) {
    const deadline = performance.now() + maxWaitMs
    while (firstOrNotFound(await call.read(findSealing, { event }), 'row of the audit trail').leaf_index === null) {
      call.ledger.wake()
      if (performance.now() > deadline)
        throw new Refusal(
          'unavailable',
          sentence`ledger.not_sealed_yet: The row is not sealed yet, so it has no proof; try again in a few seconds.`,
          {
            headers: { 'retry-after': '1' },
          },
        )
      await delay(retryMs)
    }
    const proof = await call.ledger.prove(call.read, event)
    if (!proof) throw new Error('a sealed row must have a proof')
    return new Rendered(renderProof(proof, await call.checkpoints.note(call.organizationId, proof.head)))
  },
})
