import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

/** Changes that a session of the program's login makes without the program, with the findings of `verify ledger`. */
const forgeries: Readonly<Record<string, readonly [statement: string, found: readonly string[] | string]>> = {
  'a claim accepted': [`update evidence_claim set status = 'accepted'`, ['recordAltered']],
  'the record of a claim': [
    `update evidence_claim set record = replace(record, 'forged-by', 'written-by')`,
    ['recordAltered'],
  ],
  'an audit row altered': [`update audit_event set actor_id = 'usr_another'`, '42501'],
  'an audit row deleted': ['delete from audit_event', '42501'],
  'a new audit row': [
    `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
     select organization_id, 'aud_00000000000000000000000001', action, actor_id, resource_id,
            replace(record, id, 'aud_00000000000000000000000001') from audit_event limit 1`,
    [],
  ],
  'the role of a person': [`update person set role = 'admin' where role = 'contributor'`, ['recordAltered']],
  'the leaves of the ledger': ['delete from ledger_leaf', '42501'],
  'the tree of the ledger': ['update ledger_tree set size = 0', '42501'],
  'a claim deleted': ['delete from evidence_claim', ['recordMissing']],
}

describe('rows that the login writes without the program', { concurrency: false }, () => {
  let p: Probata
  let acme: WorkspaceClient
  let organization: string
  before(async () => {
    p = await boot()
    acme = createWorkspaceClient(p)
    organization = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
    const token = await p.token('acme-scanner')
    const claim = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('forged-by') })
    assert.equal(claim.status, 201, claim.text)
    await p.system.runJob('seal-ledger')
  })
  after(() => p[Symbol.asyncDispose]())

  let count = 0
  const write = (text: string) =>
    p.system.services.db
      .transaction(organization, tx =>
        tx.query({ name: `forged ${count++}`, text: `${text} returning 1 as row`, bind: () => [] }, {}),
      )
      .then(
        returnedRows => (returnedRows.length > 0 ? undefined : 'no row'),
        error => String(error.code),
      )
  const findings = async (): Promise<string[]> => {
    await p.system.runJob('seal-ledger')
    const response = await acme.ask('auditor', 'POST', '/audit/verify')
    assert.equal(response.status, 202, response.text)
    await p.system.runJob('verify-ledger')
    const { body } = await acme.ask('auditor', 'GET', `/ledger/verifications/${response.body.id}`)
    return body.findings.map(({ kind }: { kind: string }) => kind)
  }

  for (const [name, [statement, expected]] of Object.entries(forgeries))
    test(name, async () => {
      const claimBefore = (await p.sql('select * from evidence_claim'))[0]
      const people = (await p.sql(`select id from person where role = 'contributor'`)).map(({ id }) => id)
      const failure = await write(statement)
      if (failure !== undefined) return assert.equal(failure, expected)
      assert.deepEqual(await findings(), expected)
      if (claimBefore)
        await p.sql('update evidence_claim set status = $1, record = $2', [claimBefore.status, claimBefore.record])
      await p.sql(`update person set role = 'contributor' where id = any($1)`, [people])
    })
})
