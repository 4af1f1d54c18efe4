import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { inTurn } from '#test/locked.ts'
import { groupUrn, newSender, patch, type Sender } from '#test/scim.ts'
import { setRules } from '#test/second-administrator.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

describe('requests of an identity provider at the same time', () => {
  const resources = suiteResources()
  let p: Probata
  let client: WorkspaceClient
  let sender: Sender
  before(async () => {
    p = resources.use(await boot())
    client = createWorkspaceClient(p)
    sender = await newSender(p)
  })

  const lockOf = (id: string) => `select from person where id = '${id}' for update`

  test('a change of a user keeps the change that it waited for', async () => {
    const id = await sender.user('both@acme.example', { displayName: 'Before' })
    const change = (path: string, value: string) => () =>
      sender.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path, value }))
    const [first, second] = await inTurn(
      p,
      lockOf(id),
      change('name.familyName', 'Family'),
      change('name.givenName', 'Given'),
    )
    assert.deepEqual([first.status, second.status], [200, 200])
    const { name } = await sender.ok('GET', `/Users/${id}`)
    assert.deepEqual(name, { givenName: 'Given', familyName: 'Family' })
  })

  test('a person removed from two groups has the access of neither', async () => {
    const names = ['reviewers-one', 'reviewers-two']
    const rules = names.map(group => ({ source: 'scim', group, role: 'reviewer' }))
    await setRules(p, (await client.signedIn('admin')).cookie, rules)
    const id = await sender.user('leaves@acme.example')
    const groups = await Promise.all(
      names.map(displayName => sender.ok('POST', '/Groups', { schemas: [groupUrn], displayName })),
    )
    const change = (op: 'add' | 'remove', group: { id: string } | undefined) => () =>
      sender.send('PATCH', `/Groups/${group?.id}`, patch({ op, path: 'members', value: [{ value: id }] }))
    for (const group of groups) assert.equal((await change('add', group)()).status, 204)
    const accessOf = async () => {
      const { role, mappedGrant, status } = await client.get('admin', `/people/${id}`)
      return { role, mappedGrant, status }
    }
    assert.equal((await accessOf()).role, 'reviewer')
    const responses = await inTurn(p, lockOf(id), change('remove', groups[0]), change('remove', groups[1]))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [204, 204],
    )
    assert.equal((await accessOf()).mappedGrant, 'none')
  })
})
