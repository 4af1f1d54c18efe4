import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LedgerReader } from '#http/ledger.ts'
import { leafHash, rootFromInclusion } from '#lib/merkle.ts'
import { createFindingsClient } from '#test/findings-client.ts'
import { intentOf, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const erasableText = 'Requested by Frau Meier of Accounts'

describe('erasing free text in the audit trail', { concurrency: false }, () => {
  let p: Probata
  let acme: WorkspaceClient
  let organization: string
  before(async () => {
    p = await boot()
    acme = createWorkspaceClient(p)
    organization = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
  })
  after(() => p[Symbol.asyncDispose]())

  const reader: LedgerReader = (statement, values) => p.system.services.db.read(organization, statement, values)
  const newest = async (action: string) => {
    const response = await acme.ask('admin', 'GET', `/audit?action=${action}&limit=1`)
    assert.equal(response.status, 200, response.text)
    return response.body.auditEvents[0]
  }
  const erase = (id: string, ...fields: string[]) => acme.ask('admin', 'POST', `/audit/${id}/erase`, { fields })
  const prove = async (id: string) => {
    const proof = await p.system.services.ledger.prove(reader, id)
    assert.ok(proof)
    return proof
  }
  let accountCount = 0
  /** Creates an account; its audit row has a reason that names a person. */
  const createRowWithText = async () => {
    const response = await acme.ask('admin', 'POST', '/service-accounts', {
      name: `account ${++accountCount}`,
      scopes: ['governance.evidence:read'],
      reason: erasableText,
    })
    assert.equal(response.status, 201, response.text)
    return newest('service_account.create')
  }

  test('erasing removes the text and keeps the proof valid', async () => {
    const row = await createRowWithText()
    assert.equal(row.reason, erasableText)
    assert.equal((await erase(row.id, 'reason')).status, 422, 'not sealed yet')
    await p.system.runJob('seal-ledger')
    const proof = await prove(row.id)
    assert.equal(proof.row.disclosures.length, 1)
    const erased = await erase(row.id, 'reason')
    assert.equal(erased.status, 200, erased.text)
    assert.equal(erased.body.reason, null)
    assert.equal((await newest('service_account.create')).reason, null)
    await p.system.runJob('seal-ledger')
    const after = await prove(row.id)
    assert.equal(after.row.leaf, proof.row.leaf)
    assert.deepEqual(after.row.disclosures, [])
    assert.deepEqual(leafHash(Buffer.from(after.row.leaf)), proof.row.hash)
    assert.deepEqual(
      rootFromInclusion(proof.row.hash, proof.row.index, proof.head.size, proof.hashes),
      proof.head.root,
      'the proof from before the erasure',
    )
  })

  test('a row that is never erased records who erased the text and why', async () => {
    const erasure = await newest('audit.event.erase')
    const [admin] = await p.sql(`select id from person where organization_id = $1 and role = 'admin'`, [organization])
    assert.equal(erasure.actorId, admin?.id)
    assert.ok(erasure.reason.length >= 10)
    assert.equal(erasure.detail, 'reason')
    assert.match(erasure.resourceId, /^aud_/)
    assert.equal((await erase(erasure.id, 'reason')).status, 422)
    const events = await p.sql(`select from security_event where organization_id = $1 and type = 'auditWordsErased'`, [
      organization,
    ])
    assert.equal(events.length, 1)
  })

  test('erasing is rejected for fields that are already erased, cannot be erased or are empty', async () => {
    const row = await createRowWithText()
    await p.system.runJob('seal-ledger')
    assert.equal((await erase(row.id, 'reason')).status, 200)
    assert.equal((await erase(row.id, 'reason')).status, 422)
    assert.equal((await erase(row.id, 'afterDigest')).status, 422, 'not a personal record')
    assert.equal((await erase(row.id, 'detail')).status, 422, 'the row has no detail')
    assert.equal((await erase(row.id, 'actorId')).status, 400)
    assert.equal((await erase(row.id)).status, 400)
    assert.equal((await erase('aud_01J9ZZZZZZZZZZZZZZZZZZZZZZ', 'reason')).status, 404)
    assert.equal((await acme.ask('auditor', 'POST', `/audit/${row.id}/erase`, { fields: ['reason'] })).status, 403)
  })

  test('the marks of self-decisions, contributors and settings cannot be erased', async () => {
    const findings = await createFindingsClient(p)
    const set = (selfDecision: boolean) => findings.must(200, 'admin', 'PATCH', '/settings', { selfDecision })
    await set(true)
    const { id } = await findings.finding()
    for (const move of ['remediate', 'invalidate']) await findings.must(200, 'admin', 'POST', `/findings/${id}/${move}`)
    await set(false)
    const intent = intentOf(await findings.claim('with-two-makers'), textFile('of another person'))
    await findings.must(201, 'contributor', 'POST', '/attachments/upload-intents', intent)
    await p.system.runJob('seal-ledger')
    for (const action of ['finding.invalidate', 'workspace.settings', 'evidence.claim.involve']) {
      const row = await newest(action)
      assert.equal(typeof row.detail, 'string', action)
      for (const fields of [['detail'], ['reason', 'detail']])
        assert.equal((await erase(row.id, ...fields)).status, 422, action)
      assert.equal((await newest(action)).detail, row.detail)
    }
    const { history } = await findings.get('auditor', `/findings/${id}/history`)
    assert.equal(history[0].detail, 'self-decided')
    assert.equal(
      (await erase((await newest('finding.invalidate')).id, 'reason')).status,
      200,
      'free text can be erased',
    )
  })

  test('erasing can also remove the digests of a person', async () => {
    const person = { email: 'erika@acme.example', name: 'Erika', role: 'auditor', password: 'correct horse battery' }
    const created = await acme.ask('admin', 'POST', '/people', { ...person, reason: erasableText })
    assert.equal(created.status, 201, created.text)
    const row = await newest('person.create')
    await p.system.runJob('seal-ledger')
    const { row: sealed } = await prove(row.id)
    assert.equal(JSON.parse(sealed.leaf).event.afterDigest, undefined)
    const erased = await erase(row.id, 'afterDigest', 'reason')
    assert.equal(erased.status, 200, erased.text)
    assert.deepEqual([erased.body.afterDigest, erased.body.reason], [null, null])
  })

  test('erasing leaves no byte of the text in any table, and the ledger stays valid', async () => {
    const tables = await p.sql(`select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
    const tablesWithText: unknown[] = []
    for (const { name } of tables)
      if ((await p.sql(`select from ${name} t where t::text like $1 limit 1`, ['%Frau Meier%'])).length > 0)
        tablesWithText.push(name)
    assert.deepEqual(tablesWithText, [])
    const requested = await acme.ask('auditor', 'POST', '/audit/verify')
    assert.equal(requested.status, 202, requested.text)
    await p.system.runJob('verify-ledger')
    const verification = await acme.ask('auditor', 'GET', `/ledger/verifications/${requested.body.id}`)
    assert.deepEqual([verification.body.status, verification.body.findings], ['sound', []])
  })

  test('verification detects an erasure in the database itself, without a row that names the person', async () => {
    const row = await createRowWithText()
    await p.system.runJob('seal-ledger')
    const { row: sealed } = await prove(row.id)
    const digest = JSON.parse(sealed.leaf).digests.reason
    await p.sql(`alter table audit_event disable trigger user`)
    await p.sql(`alter table ledger_leaf disable trigger user`)
    await p.sql(`update audit_event set record = replace(record, $2, 'null') where id = $1`, [
      row.id,
      JSON.stringify(erasableText),
    ])
    await p.sql(`update ledger_leaf set salts = '\\x00' where event_id = $1`, [row.id])
    await p.sql(`insert into ledger_erasure values ($1, $2, 'reason', $3, now(), 'unknown')`, [
      organization,
      row.id,
      digest,
    ])
    const requested = await acme.ask('auditor', 'POST', '/audit/verify')
    await p.system.runJob('verify-ledger')
    const verification = await acme.ask('auditor', 'GET', `/ledger/verifications/${requested.body.id}`)
    assert.deepEqual(
      verification.body.findings.map(({ kind, eventId }: { kind: string; eventId: string }) => [kind, eventId]),
      [['erasureWithoutRow', row.id]],
    )
    const overview = await acme.ask('auditor', 'GET', '/ledger')
    assert.equal(overview.body.firstAltered.eventId, row.id)
  })

  test('verification reports a record that differs from its rows, with the column', async () => {
    const [person] = await p.sql(
      `update person set role = 'auditor' where organization_id = $1 and role = 'reviewer' returning id`,
      [organization],
    )
    const requested = await acme.ask('auditor', 'POST', '/audit/verify')
    await p.system.runJob('verify-ledger')
    const { body } = await acme.ask('auditor', 'GET', `/ledger/verifications/${requested.body.id}`)
    assert.equal(body.status, 'altered')
    const { table, recordId, column } = body.findings.find(({ kind }: { kind: string }) => kind === 'recordAltered')
    assert.deepEqual([table, recordId, column], ['person', person?.id, 'role'])
    assert.ok(body.records > 0)
  })
})
