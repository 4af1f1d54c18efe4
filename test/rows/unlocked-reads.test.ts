import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { statements } from '#db/statement.ts'
import { isQuery } from '#test/plans-reading.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { loadStatements } from './load-statements.ts'
import { unlockedReads } from './unlocked-reads.ts'

const names = 'only the names of people, which are shown'
const probes = 'only shown: its last probes and locks, which the audit trail leaves out'
const location = 'where its store is, which no longer changes; the revision only says when to open the store again'
const title = 'only the title of its claim, which is shown'
const policy = 'the policy, whose changes do not wait for packages: the call counts as earlier'
const scope = 'whom it asks, which changes without its lock; its own roles and people are read again'
const link = 'the status of the end that it does not lock: the removal counts as earlier than its change'

/**
 * Statements that may read rows without a lock, each with these rows and the reason why the rows may be out of date.
 */
const accepted: Readonly<Record<string, string>> = {
  feed_webhook_replay:
    'the next events: those that another feed took are skipped, and only an empty list ends the replay',
  hasten_webhook_retries: 'the waiting retries: a retry that it misses comes at its own time',
  hold_policy_campaign: scope,
  hold_questionnaire_round: scope,
  'lease_webhook_lanes()':
    'what is due: it skips locked lanes, and the holder of a lane reads endpoint and queue afterwards',
  lock_abandoned_blobs: `dead nodes, which stay dead, and ${location}`,
  lock_active_storage_binding: probes,
  lock_clause_control: link,
  lock_control_requirement: link,
  lock_controls_of_framework: 'which controls answer: their answers are read and counted afterwards',
  lock_damaged_copy: 'its holds, which lockHolds has locked in the statement before; both copies are locked',
  lock_evidence_exports_to_expire: 'ended rooms, which stay ended',
  lock_evidence_requirement: names,
  lock_evidence_requirement_by_key: names,
  lock_mapped_people: 'their groups, which no one stores while lockGroupRules is held',
  lock_new_scim_members: 'who is a member already: adding one again does nothing',
  lock_own_files_of_evidence_export: 'whether a file is in use: find_unused_files_of_evidence_export reads it again',
  lock_policy_campaign_to_end: scope,
  lock_questionnaire_round_to_end: scope,
  lock_requirement:
    'what a new claim repeats of its requirement, whose changes do not wait; the unit is read afterwards',
  lock_retention_hold: title,
  lock_retention_holds_requested_by: title,
  lock_room_guest_of_link: 'the room: once it has ended, its sessions give no access',
  lock_scans_of_findings_to_end: 'the number of its parts, for the text of an audit row; it skips scans in use',
  lock_staged_blob: location,
  lock_storage_binding: probes,
  lock_storage_binding_by_name: probes,
  lock_storage_migration_failure: 'size and name of its file, which are shown',
  lock_storage_migrations_from: 'the numbers of its failures, which are shown',
  lock_submission_package: policy,
  lock_submission_package_by_key: policy,
}

test('a statement that waits for a lock reads no unlocked rows, except rows that may be stale', async () => {
  await using database = await createTestDatabase()
  await loadStatements()
  const queries = [...statements().values()].filter(({ name }) => isQuery(name))
  const unlockedReadsByName = await unlockedReads(database.connection, queries)
  const unexpected = Object.entries(unlockedReadsByName).filter(([name]) => !(name in accepted))
  assert.deepEqual(Object.fromEntries(unexpected), {}, 'lock in one statement, read in the next (readLocked)')
  assert.deepEqual(
    Object.keys(accepted).filter(name => !(name in unlockedReadsByName)),
    [],
    'needs no exception',
  )
})

const cases: Readonly<Record<string, readonly string[]>> = {
  'select record from person where id = $1 for update': [],
  'select p.record, s.attributes from person p left join scim_user s on s.person_id = p.id where p.id = $1 for update of p':
    ['scim_user'],
  'select p.record, s.attributes from person p join scim_user s on s.person_id = p.id where p.id = $1 for update': [],
  'select id, (select count(*) from clause_control m where m.control_id = c.id) as links from control c for share of c':
    ['clause_control'],
  'select id from artifact a where not is_held(a.organization_id, a.id) for update skip locked': [
    'attachment_link',
    'retention_hold',
  ],
  'select c.object_key from blob_copy c cross join lateral (select t.object_key from blob_copy t for share) d for update of c':
    [],
  'with l as (select id from person for update) delete from session s using l where s.person_id = l.id': [],
  'with l as (select id from person for update) select s.id from session s join l on s.person_id = l.id': ['session'],
  'select p.id from person p cross join lateral lock_login(p.login_id) for update of p': [],
  'select unit_id, pg_advisory_xact_lock(1) from policy': ['policy'],
  'select pg_advisory_xact_lock(1)': [],
  'select s.attributes from scim_user s join person p on p.id = s.person_id': [],
}

test('rows that a waiting statement reads without a lock are detected', async () => {
  await using database = await createTestDatabase()
  const queries = Object.keys(cases).map(text => ({ name: text, text }))
  const unlockedReadsByName = await unlockedReads(database.connection, queries)
  assert.deepEqual(Object.fromEntries(queries.map(({ name }) => [name, unlockedReadsByName[name] ?? []])), cases)
})

test('only known PL/pgSQL functions lock rows, because PostgreSQL parses their statements only when they run', async () => {
  await using database = await createTestDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query(`select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
      and p.prosrc ~* '\\mfor\\s+(no\\s+key\\s+)?update\\M|\\mfor\\s+(key\\s+)?share\\M' order by 1`)
  await client.end()
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['close_sample', 'keep_copy', 'retain_attached', 'use_passkey', 'wake_notifications'],
  )
})
