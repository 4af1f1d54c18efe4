import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProvisionError } from '#shared/provision.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { boot } from '#test/system.ts'
import { beta, file } from './files.ts'

const oddAddress = '"odd"@bücher.example.'

test('a person with an unusual address is provisioned and signs in as before; no new person gets such an address', async () => {
  await using p = await boot({ provision: null })
  const apply = (email: string, name: string) => {
    const user = { email, name, role: 'admin', password: 'of the provisioning file' }
    return provision(p.system.services, sections, file({ ...beta, users: [user] }))
  }
  const message = /users\[0\]\.email must be an e-mail address in plain letters/
  await assert.rejects(apply(oddAddress, 'Odd'), { name: ProvisionError.name, message })
  await apply('plain@beta.example', 'Odd')
  for (const change of [
    'update login set address = $1 where address = $2',
    'update login_name set name = $1 where name = $2',
    'update person set record = replace(record, $2, $1)',
  ])
    await p.sql(change, [
      change.includes('record') ? JSON.stringify(oddAddress).slice(1, -1) : oddAddress,
      'plain@beta.example',
    ])
  assert.equal((await apply(oddAddress, 'Odder')).counts.updated, 1)
  const body = { email: ` ${oddAddress.toUpperCase()}`, password: 'of the provisioning file' }
  const { status, body: session } = await p.call('POST', '/api/workspace/session', { body })
  assert.deepEqual([status, session.person.name, session.person.email], [200, 'Odder', oddAddress])
})
