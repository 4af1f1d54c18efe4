import pg, { type ClientConfig } from 'pg'
import type { Table } from '#family/table.ts'
import { families } from '#src/features.ts'
import { bulkValuesOf } from './family-rows.ts'
import { accessRows } from './plans-access.ts'
import {
  binding,
  digest,
  evenDistribution,
  id,
  org,
  organization,
  pick,
  type RowDistribution,
  webhook,
} from './plans-expressions.ts'
import { proofRows } from './plans-ledger.ts'
import { policyRows } from './plans-policies.ts'
import { storageRows } from './plans-storage.ts'

/**
 * The number of claims. `npm run plans` uses a million, which takes 40 s of CPU time. The default is smaller, for `npm
 * test`.
 */
export const claimCount = Number(process.env.PLAN_CLAIMS ?? 200_000)

export const otherRows = 20_000

const room = `'rom_' || lpad((i % 97)::text, 26, '0')`

/** The column values of row `i` by table, as SQL. The values of all other families follow from their declarations. */
const rows: Readonly<Record<string, readonly string[]>> = {
  ...storageRows,
  ...accessRows,
  ...proofRows,
  person: [org, id('prs'), pick('admin', 'reviewer', 'contributor', 'auditor', 'auditor'), 'false', `'{}'`, id('lgn')],
  session: [
    org,
    digest,
    id('ses'),
    id('prs'),
    'now()',
    `now() + i * interval '1 s'`,
    `'password'`,
    'false',
    'null',
    'null',
    'now()',
  ],
  invitation: [
    org,
    id('inv'),
    pick('invitation', 'password_reset'),
    `'person-' || i || '@example.com'`,
    digest,
    pick('accepted', 'accepted', 'pending', 'revoked'),
    'now()',
    `now() + i * interval '1 s'`,
    `'{}'`,
  ],
  service_account: [org, id('sva'), id('client'), `'x'`, `'{}'`, 'false', `'{}'`],
  access_token: [org, digest, id('tok'), id('sva'), `'{}'`, 'now()', `now() + i * interval '1 s'`],
  idempotency_key: [org, id('tok'), `'long-key-' || i`, digest, '201', `'{}'`, `'{}'`, `now() - i * interval '1 s'`],
  review_approval: [
    ...[org, id('rva'), id('gec'), id('prs'), `'x'`, digest, 'now()', 'false', `'{}'`],
    ...['case when i % 2 = 0 then now() end', `case when i % 2 = 0 then 'changed' end`],
  ],
  claim_question: [
    ...[org, id('gcq'), id('gec'), pick('answered', 'withdrawn'), id('prs'), 'now()', `'x'`, 'null', 'null', '0'],
    ...['now()', 'null'],
  ],
  review_decision: [org, id('rvd'), id('gec'), id('prs'), `'accepted'`, `'x'`, digest, 'now()'],
  upload_intent: [
    org,
    id('aui'),
    id('gec'),
    pick('pending', 'completed', 'expired'),
    `now() + i * interval '1 s'`,
    `'x'`,
    'null',
    `'{}'`,
  ],
  artifact: [org, id('art'), `md5(i::text)`, '1', digest, 'false'],
  attachment_link: [org, id('arl'), id('gec'), id('art'), `'{}'`],
  staged_blob: [org, `md5(i::text)`, id('nod'), 'now()', binding, 'true', 'null'],
  webhook_endpoint: [
    org,
    id('whk'),
    `case i % 100 when 0 then 'deleted' when 1 then 'paused' else 'active' end`,
    `'https://example.com/'`,
    `'{evidence.claim.created}'`,
    'null',
    `'x'`,
    'null',
    'null',
    'null',
    '1',
    `'{}'`,
  ],
  webhook_lane: [
    org,
    id('whk'),
    `case when i % 2 = 0 then 'nod_' || i % 500 end`,
    '0',
    `case when i % 2 = 0 then now() + i * interval '1 s' end`,
    'null',
    'null',
  ],
  webhook_queue: [org, webhook, 'i', id('evt'), id('evt'), '1', `'live'`],
  webhook_attempt: [
    org,
    webhook,
    id('whd'),
    id('evt'),
    pick('delivered', 'delivered', 'failed', 'dead'),
    `'{}'`,
    `'{}'`,
  ],
  webhook_dead_letter: [org, webhook, id('evt'), `'{}'`, `'{}'`],
  webhook_replay: [org, id('whr'), webhook, pick('running', 'completed', 'completed', 'cancelled'), `'{}'`],
  webhook_replay_event: [org, id('whr'), id('evt')],
  submission_package: [
    org,
    id('subpkg'),
    `'subreq_' || i % 7`,
    `'KEY-' || i`,
    pick('draft', 'submitted', 'accepted', 'accepted', 'closed'),
    `now() + i * interval '1 h'`,
    'null',
    '0',
    'now()',
    `'{}'`,
  ],
  submission_event: [
    org,
    id('subevt'),
    `'subpkg_' || i % 997`,
    pick('created', 'submitted', 'receipt_received'),
    `case when i % 3 = 2 then 'key-' || i end`,
    `array[${id('evt')}]`,
    `'{}'`,
  ],
  submission_occurrence: [org, id('subocc'), `'subreq_' || i % 7`, `'{}'`, 'null', `'{}'`],
  submission_deadline: [org, `'subreq_' || i % 7`, `'2027-' || i`, id('subpkg'), 'null', `'{}'`],
  submission_package_past: [org, `'subpkg_' || i % 997`, `now() + i * interval '1 s'`, `'{}'`],
  submission_decision: [org, id('subdec'), `'subpkg_' || i % 997`, `array[${id('evt')}]`, `'{}'`],
  submission_content: [org, `'subpkg_' || i % 997`, id('gec'), `'{}'`],
  control_requirement: [org, id('gct'), id('ger'), `'{}'`],
  clause_control: [org, id('gfc'), id('gct'), pick('full', 'partial'), `'{}'`],
  framework_coverage: [org, id('gfw'), `date '2020-01-01' + i`, '93', 'i % 94', '0', 'false'],
  workspace_logo: [`'org_' || lpad(i::text, 26, '0')`, `'x'`, digest],
  finding_due_days: [`'org_' || lpad(i::text, 26, '0')`, '7', '30', '90', '180', 'null'],
  finding_claim: [org, id('gfd'), id('gec'), `'{}'`],
  finding_fingerprint: [org, `'source-' || i % 7`, `'fingerprint-' || i`, id('gfd'), 'i % 3 > 0'],
  finding_sighting: [org, id('gfd'), '1 + i', 'null', `'x'`, 'now()'],
  finding_wording: [org, id('gfd'), digest, `'{}'`],
  finding_scan: [
    ...[org, id('scn'), id('sva'), `'source-' || i % 7`, `''`, `'scan-' || i`, '2'],
    ...[pick('compared', 'compared', 'compared', 'open', 'withheld'), `now() + i * interval '1 s'`, 'null', `'{}'`],
  ],
  finding_scan_part: [org, id('scn'), '1', digest, `array[${id('gfd')}]`, `'{}'`, `'{}'`, `'{}'`],
  finding_scan_withheld: [org, id('sva'), `'source-' || i % 7`, `'category-' || i`, '12'],
  risk_control: [org, id('grk'), id('gct'), `'{}'`],
  assessment_answer: [
    org,
    `'gas_' || lpad((i % 97)::text, 26, '0')`,
    id('gfc'),
    pick('conforms', 'minor', 'major'),
    `'{}'`,
  ],
  room: [org, id('rom'), `'gas_' || lpad((i % 97)::text, 26, '0')`, `'ended'`, `'{}'`],
  room_guest: [org, id('rgs'), room, digest, pick('invited', 'revoked'), `now() + i * interval '1 s'`, `'{}'`],
  room_session: [org, digest, id('rms'), room, id('rgs'), `now() + i * interval '1 s'`],
  room_item: [org, room, id('gec'), pick('clause', 'control', 'claim'), 'i', digest, `'{}'`],
  room_mark: [org, room, id('gec'), `'{}'`],
  room_entry: [org, id('ren'), room, id('gec'), pick('comment', 'request'), `'{}'`, 'i % 3 > 0'],
  room_bundle: [org, room, id('gee')],
  room_opening: [org, room, id('rgs'), id('gec'), digest, `'{}'`],
  ...policyRows,
  calendar_feed: [org, id('cal'), digest, 'i % 5 = 0', `'{}'`, id('prs')],
  saved_view: [org, id('svw'), id('prs'), `'listWorkspaceClaims'`, `'view ' || i`, 'i % 5 = 0', 'null', `'{}'`],
  outbox_event: [org, id('evt'), `'evidence.claim.created'`, `'{}'`, 'now()', `'req_x'`],
  audit_event: [
    org,
    id('aud'),
    pick('a', 'b', 'c'),
    id('sva'),
    id('gec'),
    `'{"outcome":"' || case when i % 100 = 0 then 'refused' else 'done' end || '","requestId":"req_' || i || '"}'`,
  ],
  organization_entitlement: [org, `'capability.' || i`, 'true', 'null', `'lic_1'`, 'now()'],
  security_event: [org, id('sev'), pick('a', 'b', 'c'), pick('low', 'medium', 'high'), `'{}'`],
}

const claimColumns = [
  `case when i <= ${claimCount} then '${organization(0)}' else ${org} end`,
  id('gec'),
  `'ger_' || i % 10`,
  `'CLAIM-' || i`,
  pick('submitted', 'accepted', 'accepted', 'accepted', 'accepted', 'rejected', 'expired'),
  `now() + i * interval '1 s'`,
  id('sva'),
  `case when i % 3 = 0 then 'prs_' || i % 7 end`,
  `'{"a record":"of the usual kind"}'`,
  `'{}'`,
  `'{}'`,
]

/** Values of a family's rows that do not follow from the declaration of the family. */
const extraValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clause: { clause_key: `'CLAUSE-' || i` },
  evidence_requirement: {
    owner_id: `'prs_' || i % 7`,
    fresh_until: `case when i % 5 > 0 then (extract(epoch from now()) * 1000)::bigint + (i - 10000) * 3600000::bigint else 0 end`,
    fresh_claim_id: id('gec'),
  },
  finding: { source_module_key: `'source-' || i % 7`, source_fingerprint: `'fingerprint-' || i` },
}

const insert = (table: string, columns: readonly string[], from: number, to: number) =>
  `insert into ${table} select ${columns.join()} from generate_series(${from}, ${to}) i`

const insertFamily = (family: Table): string => {
  const row = { organization_id: org, ...bulkValuesOf(family), ...extraValues[family.table] }
  return insert(`${family.table} (${Object.keys(row).join()})`, Object.values(row), 0, otherRows - 1)
}

const otherFamilies = families.filter(({ table }) => !(table in rows) && table !== 'evidence_claim')

const run = async (
  connection: ClientConfig,
  commands: readonly string[],
  { replacing }: RowDistribution,
): Promise<void> => {
  const client = new pg.Client(connection)
  await client.connect()
  // Skips checking foreign keys: they are correct by construction, and checking them takes longer than writing the
  // rows.
  await client.query('set session_replication_role = replica')
  const distribute = (sql: string) =>
    replacing.reduce((text, [expression, replacement]) => text.replaceAll(expression, replacement), sql)
  for (const command of commands) await client.query(distribute(command))
  await client.end()
}

/** Inserts the claims of one organization, and 20,000 rows into every other table, over two connections. */
export const seedPlans = async (
  connection: ClientConfig,
  distribution: RowDistribution = evenDistribution,
): Promise<void> => {
  const half = claimCount / 2
  const write = (commands: readonly string[]) => run(connection, commands, distribution)
  await write([
    `insert into job (name, next_run_at) values ('one', now()), ('two', now())`,
    `insert into job_run select ${id('jrn')}, case when i % 2 = 0 then 'one' else 'two' end, now(), now(), 'succeeded', 0
       from generate_series(0, 9999) i`,
    `insert into organization select ${id('org')}, 'o' || i, 'x', 'unversioned', now()
       from generate_series(0, ${distribution.organizations - 1}) i`,
  ])
  await Promise.all([
    write([insert('evidence_claim', claimColumns, 1, half)]),
    write([
      ...Object.entries(rows).map(([table, columns]) => insert(table, columns, 0, otherRows - 1)),
      ...otherFamilies.map(insertFamily),
      insert('evidence_claim', claimColumns, half + 1, claimCount + otherRows),
    ]),
  ])
  await write(['analyze'])
}
