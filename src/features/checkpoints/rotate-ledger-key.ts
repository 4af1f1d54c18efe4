import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { openSigner, writeKey } from './keys.ts'
import { bundleKeyName, keyPurposes, LedgerKey, renderKey, toLedgerKey } from './ledger-key.ts'
import { endKey } from './queries.ts'

/**
 * Both keys sign the next checkpoint, and the audit trail records the new key, so that anyone who trusts the old key
 * can trust the new one.
 */
export const rotateLedgerKey = changeEndpoint({
  name: 'rotateLedgerKey',
  summary: 'Sign checkpoints or bundles with a new key; existing signatures stay valid',
  tag: 'Ledger',
  method: 'POST',
  workspace: { path: '/ledger/keys/rotate', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'ledger.key.rotate',
  body: Type.Object({ purpose: Type.Enum([...keyPurposes], { description: 'The purpose of the new key.' }) }),
  response: LedgerKey,
  errors: ['unprocessable', 'unavailable'],
  async run(change, { body: { purpose } }) {
    const { tx, organizationId, now, ledger, settings, audit } = change
    const head = purpose === 'checkpoint' ? await ledger.head(change.read) : undefined
    if (purpose === 'checkpoint' && !head)
      throw new Refusal(
        'unprocessable',
        sentence`ledger.nothing_sealed: Nothing has been sealed yet; try again in a few seconds.`,
      )
    const use = {
      purpose,
      generation: head?.generation ?? null,
      name: head?.origin ?? bundleKeyName(settings.url, organizationId),
    }
    const [oldKey] = await tx.query(endKey, { purpose, generation: use.generation, now: iso(now) })
    // If the old key cannot sign the change, only a new generation can have a key that others would trust.
    if (oldKey && purpose === 'checkpoint') await openSigner(change, organizationId, oldKey)
    const row = await writeKey(change, tx, { ...use, organizationId, now })
    if (!row)
      throw new Refusal(
        'unprocessable',
        sentence`ledger.key_changing: Another request is changing the key; reload and try again.`,
      )
    const key = renderKey(toLedgerKey(row))
    const before = oldKey && { before: renderKey(toLedgerKey({ ...oldKey, until: null })) }
    audit(row.id, { ...before, after: key, detail: row.vkey })
    return toLedgerKey(row)
  },
})
