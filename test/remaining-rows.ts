import { recordSecurityEvent } from '#shared/security-event.ts'
import { seedFamilies } from './family-rows.ts'
import type { Probata } from './system.ts'

/** Inserts rows into the tables that the calls of test/mixed-workload.ts leave empty. */
export const insertRemainingRows = async (p: Probata, id: string): Promise<void> => {
  await p.sql(`insert into workspace_logo values ($1, 'x', repeat('0', 64))`, [id])
  const coverage = `select $1::text, min(id), '2026-11-29'::date, 3, 2, 1 from framework where organization_id = $1::text`
  await p.sql(`insert into framework_coverage ${coverage}`, [id])
  await p.sql('insert into staged_blob values ($1, $2, $3, now())', [id, 'a'.repeat(32), p.system.services.nodeId])
  await p.sql(`insert into identity_provider values ($1, $2, true, 'x', '{}', '{}')`, [id, `idp_${id}`])
  await p.sql(`insert into group_rules values ($1, $2, true, '{}')`, [id, `grs_${id}`])
  await p.sql(`insert into sign_in_policy values ($1, $2, true, 'any', '{}', '{"signIn":"any"}')`, [id, `sip_${id}`])
  await p.sql(`insert into sign_on_key values ($1, $2, '{}', 'x', now(), now(), null)`, [id, `sok_${id}`])
  await p.sql(
    `insert into storage_binding (organization_id, id, kind, status, usable, name, settings, encryption, created_at, updated_at)
     values ($1, 'stb_other', 's3', 'draft', true, 'other', '{}', 'none', now(), now())`,
    [id],
  )
  await p.sql(
    `insert into storage_probe_run select organization_id, 'spr_1', id, json_build_object('id', 'spr_1', 'bindingId', id)
       from storage_binding where organization_id = $1 and kind = 'folder'`,
    [id],
  )
  await p.sql(
    `insert into storage_migration (organization_id, id, source_id, target_id, mode, status, bytes_per_second,
        hold_seconds, left_items, left_bytes, created_at, updated_at)
     select organization_id, 'stm_1', min(id), max(id), 'copy', 'done', 65536, 3600, 0, 0, now(), now()
       from storage_binding where organization_id = $1 group by 1`,
    [id],
  )
  await p.sql(
    `insert into storage_migration_failure (organization_id, migration_id, artifact_id, blob_key, code, failed_at)
     select organization_id, 'stm_1', id, blob_key, 'altered', now() from artifact where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into storage_posture select organization_id, id, now(), now(), null, null, null, '{"byCheck":{}}'
       from storage_binding where organization_id = $1 on conflict do nothing`,
    [id],
  )
  await p.sql(
    `insert into storage_deviation select organization_id, 'sdv_1', id, 'lock', 'nothing', null, 3, now(), now(), now(), null
       from storage_binding where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into storage_orphan select organization_id, id, repeat('a', 32), 1, now()
       from storage_binding where organization_id = $1`,
    [id],
  )
  await p.sql('insert into storage_quota (organization_id, bytes) values ($1, 1000000000)', [id])
  await p.sql(
    `insert into workspace_job_run (organization_id, id, job, started_at, node_id) values ($1, $2, 'expire-claims', now(), 'nod_1')`,
    [id, `jrn_${id}`],
  )
  await p.sql('insert into sign_on_domain values ($1, $2)', [id, 'bank.example'])
  await p.sql('insert into used_sign_on values ($1, $2, now())', [id, 'a'.repeat(64)])
  await p.sql(
    `insert into person_identity select organization_id, 'https://issuer.example', 'subject', id, now()
       from person where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into former_identity select organization_id, repeat('0', 64), id, now()
       from person where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into identity_link select organization_id, id, 'https://issuer.example', 'subject', repeat('0', 64), now()
       from person where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into person_groups select organization_id, id, 'single_sign_on', '{auditors}', now()
       from person where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into custodian select p.organization_id, p.id, c.id, 'reset_link', now(), now(), now(), 'mail'
       from person p join person c on c.organization_id = p.organization_id and c.id > p.id
      where p.organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into resource_custodian select organization_id, 'inv_' || substr(id, 5), id from person
      where organization_id = $1 limit 1`,
    [id],
  )
  await p.sql(
    `insert into factor_reset select organization_id, 'fre_' || substr(id, 5), id, 'done',
        json_build_object('id', 'fre_' || substr(id, 5), 'personId', id, 'status', 'done')
       from person where organization_id = $1 limit 1`,
    [id],
  )
  const onePerson = 'from person where organization_id = $1 order by id limit 1 on conflict do nothing'
  for (const row of [
    `chat_channel (organization_id, person_id, service, address, host, with_mail, created_at)
       select organization_id, id, 'slack', 'sealed', 'hooks.slack.com', true, now()`,
    `mail_bounce select organization_id, id, 'x@example.com', '550 5.1.1 User unknown', now()`,
    `notification (organization_id, id, person_id, kind, record_id, step, occasion, created_at)
       select organization_id, 'ntf_' || substr(id, 5), id, 'assigned', id, 'once', 'req_1', now()`,
    `notification_choice select organization_id, id, 'assigned', true, 'off'`,
    `notification_default select organization_id, 'assigned', true, 'off', null`,
    `notification_delivery (organization_id, id, person_id, channel, mode, notification_ids, due_at, created_at)
       select organization_id, 'ntd_' || substr(id, 5), id, 'mail', 'at_once', '{}', now(), now()`,
  ])
    await p.sql(`insert into ${row} ${onePerson}`, [id])
  await p.sql(`insert into day_count values ($1, 'daily_claims_created mixed', 0, '[]') on conflict do nothing`, [id])
  await recordSecurityEvent(p.system.services, id, { type: 'storageOperationsObjectMissing', context: {} })
  await seedFamilies(p, { id, canary: 'mixed', word: () => 'mixed', now: p.clock.now })
  await p.sql(
    `insert into access_proposal select organization_id, id, '{}', null from approval_request where organization_id = $1`,
    [id],
  )
}

/** Inserts the ledger rows that need more rows, time or external places than the workload has. */
export const insertLedgers = async (p: Probata): Promise<void> => {
  await p.system.runJob('seal-ledger')
  await p.sql(`insert into ledger_subtree select organization_id, generation, 1, 0, root from ledger_tree
    on conflict do nothing`)
  await p.sql(`insert into ledger_checkpoint select organization_id, generation, size, 'note', now() from ledger_tree`)
  await p.sql(`insert into ledger_key (organization_id, id, purpose, vkey, sealed, since)
    select organization_id, 'lgk_x', 'bundle', 'x', 'x', now() from ledger_tree`)
  await p.sql(`insert into ledger_publication (organization_id, generation, size, place, held_at)
    select organization_id, generation, size, 'folder', now() from ledger_tree`)
  await p.sql(`insert into ledger_place_trouble (organization_id, place, since, attempts, code)
    select organization_id, 'folder', now(), 1, 'unreachable' from ledger_tree`)
  await p.sql(`insert into ledger_erasure select organization_id, 'aud_x', 'reason', 'x', now(), 'x' from ledger_tree`)
  await p.sql(
    `insert into ledger_verification select organization_id, 'lvr_' || organization_id, 'sound',
       json_build_object('id', 'lvr_' || organization_id, 'status', 'sound'), '{}' from ledger_tree`,
  )
}
