import { digest, id, org, organizations, pick } from './plans-expressions.ts'

const generation = `i / ${organizations} + 1`
const hash = 'sha256(i::text::bytea)'

/** The column values of row `i`, for the tables of ledgers and proof bundles. */
export const proofRows: Readonly<Record<string, readonly string[]>> = {
  ledger_tree: [org, generation, `'origin-' || i`, 'i', hash, hash, '0', 'now()'],
  ledger_leaf: [org, '1', 'i', id('aud'), hash, hash],
  ledger_subtree: [org, '1', '1', 'i', hash],
  ledger_checkpoint: [org, generation, 'i', `'a note'`, `now() + i * interval '1 s'`],
  ledger_publication: [org, generation, 'i', `'folder'`, 'null', 'now()'],
  ledger_key: [
    org,
    id('lgk'),
    `case when i < ${organizations} then 'bundle' else 'checkpoint' end`,
    `case when i >= ${organizations} then ${generation} end`,
    `'a key'`,
    `'sealed'`,
    'now()',
    'null',
  ],
  ledger_erasure: [org, id('aud'), `'reason'`, digest, 'now()', id('prs')],
  ledger_verification: [org, id('lvr'), pick('sound', 'sound', 'running', 'altered'), `'{}'`, `'{}'`],
  ledger_place_trouble: [org, `'place-' || i`, `now() + i * interval '1 s'`, '1', `'unreachable'`],
  evidence_export: [
    org,
    id('gee'),
    pick('preparing', 'ready', 'failed', 'cancelled', 'expired'),
    `'{}'`,
    `'asked'`,
    'null',
    'null',
    `now() + i * interval '1 s'`,
    'null',
    'null',
    `now() + i * interval '1 s'`,
    'null',
  ],
  evidence_export_entry: [
    org,
    `'gee_' || lpad((i % (${organizations} * 4))::text, 26, '0')`,
    'i',
    `'data/' || i`,
    '1',
    digest,
    `case when i % 3 > 0 then i end`,
    'i',
    id('art'),
    'false',
  ],
}
