import assert from 'node:assert/strict'
import { test } from 'node:test'
import { password } from '#test/fixture.ts'
import { inTurn } from '#test/locked.ts'
import { newSender } from '#test/scim.ts'
import { chosen, sharedLogins } from '#test/shared-logins.ts'
import { boot } from '#test/system.ts'
import { dana, workspaces } from '#test/two-workspaces.ts'

test('a change of the password never reaches a login that the person has just left', async () => {
  await using p = await boot({ provision: workspaces })
  const { enter, ask, opens } = sharedLogins(() => p)
  const sender = await newSender(p)
  const cookie = await enter(dana, password, 'acme')
  const [row] = await p.sql(`select id from person where record::json ->> 'email' = $1 and role = 'admin'`, [dana])
  const newAddress = 'dana@acme.example'
  await sender.ok('PUT', `/Users/${row?.id}`, { userName: newAddress, active: true })
  const [moved, changed] = await inTurn(
    p,
    `select from login where address = '${dana}' for update`,
    () => ask(cookie, 'POST', '/api/workspace/account/address-change/confirm', { newAddress }),
    () => ask(cookie, 'POST', '/api/workspace/account/password', { currentPassword: password, newPassword: chosen }),
  )
  assert.equal(moved.status, 200, moved.text)
  assert.equal(changed.status, 204, changed.text)
  assert.equal(await opens(dana, password, 'globex'), true)
  assert.equal(await opens(newAddress, chosen, 'acme'), true)
})
