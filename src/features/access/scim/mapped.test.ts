import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { groupUrn, newSender, patch, type Sender } from '#test/scim.ts'
import { setRules } from '#test/second-administrator.ts'
import { suiteResources } from '#test/suite-resources.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const activate = (value: boolean) => patch({ op: 'replace', path: 'active', value })

describe('groups that an identity provider sends', () => {
  const resources = suiteResources()
  let p: Probata
  let client: WorkspaceClient
  let sender: Sender
  let groupId: string
  let unitId: string

  before(async () => {
    p = resources.use(await boot())
    client = createWorkspaceClient(p)
    sender = await newSender(p)
    unitId = (await client.ask('admin', 'POST', '/units', { unitKey: 'mapped', title: 'Mapped' })).body.id
    const rules = [{ source: 'scim', group: 'reviewers-of-mapped', role: 'reviewer', unitIds: [unitId] }]
    await setRules(p, (await client.signedIn('admin')).cookie, rules)
    groupId = (
      await sender.ok('POST', '/Groups', {
        schemas: [groupUrn],
        displayName: 'Reviewers',
        externalId: 'reviewers-of-mapped',
      })
    ).id
  })

  const member = (op: 'add' | 'remove', id: string) =>
    sender.ok('PATCH', `/Groups/${groupId}`, patch({ op, path: 'members', value: [{ value: id }] }))
  const accessOf = async (id: string) => {
    const { role, status, unitIds, mappedFrom, mappedGrant } = await client.get('admin', `/people/${id}`)
    return { role, status, unitIds, mappedFrom, mappedGrant }
  }
  const suspendedAs = (role: string) => ({ role, status: 'disabled', mappedFrom: 'scim', mappedGrant: 'none' })
  const reviewer = () => ({
    ...{ role: 'reviewer', status: 'active', unitIds: [unitId] },
    ...{ mappedFrom: 'scim', mappedGrant: 'groups' },
  })

  test('give access while a person is a member', async () => {
    const id = await sender.user('joiner@acme.example')
    assert.deepEqual(await accessOf(id), { ...suspendedAs('auditor'), unitIds: undefined })
    await member('add', id)
    assert.deepEqual(await accessOf(id), reviewer())
    await member('remove', id)
    assert.deepEqual(await accessOf(id), { ...suspendedAs('reviewer'), unitIds: [unitId] })
  })

  test('do not enable a person deactivated by the provider until the provider activates them', async () => {
    const id = await sender.user('leaver@acme.example')
    await sender.ok('PATCH', `/Users/${id}`, activate(false))
    await member('add', id)
    assert.equal((await accessOf(id)).status, 'disabled')
    await sender.ok('PATCH', `/Users/${id}`, activate(true))
    assert.deepEqual(await accessOf(id), reviewer())
    await sender.ok('DELETE', `/Groups/${groupId}`)
    assert.equal((await accessOf(id)).status, 'disabled')
    await sender.ok('PATCH', `/Users/${id}`, activate(true))
    assert.equal((await accessOf(id)).status, 'disabled', 'without a group, the person has no access')
  })

  test('leave suspended people active in SCIM, since the provider did not deactivate them', async () => {
    const other = await sender.ok('POST', '/Groups', { schemas: [groupUrn], displayName: 'reviewers-of-mapped' })
    const id = await sender.user('suspended@acme.example')
    assert.equal((await accessOf(id)).status, 'disabled')
    const active = async () => {
      const { active } = await sender.ok('GET', `/Users/${id}`)
      const filter = encodeURIComponent('userName eq "suspended@acme.example" and active eq true')
      return [active, (await sender.ok('GET', `/Users?filter=${filter}`)).totalResults]
    }
    assert.deepEqual(await active(), [true, 1])
    const reactivated = await sender.ok('PATCH', `/Users/${id}`, activate(true))
    assert.equal(
      reactivated.active,
      true,
      'the response has the sent value, so that the provider does not keep sending it',
    )
    const renamed = patch({ op: 'replace', path: 'displayName', value: 'Renamed' })
    assert.equal((await sender.ok('PATCH', `/Users/${id}`, renamed)).active, true)
    const add = patch({ op: 'add', path: 'members', value: [{ value: id }] })
    await sender.ok('PATCH', `/Groups/${other.id}`, add)
    assert.equal((await accessOf(id)).status, 'active', 'other changes do not deactivate them')
    await sender.ok('DELETE', `/Groups/${other.id}`)
    assert.deepEqual([(await accessOf(id)).status, ...(await active())], ['disabled', true, 1])
    await sender.ok('PATCH', `/Users/${id}`, activate(false))
    assert.deepEqual(await active(), [false, 0])
    await sender.ok('PATCH', `/Users/${id}`, activate(true))
    assert.deepEqual(await active(), [true, 1])
  })
})
