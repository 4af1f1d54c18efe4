import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Transaction } from '#db/database.ts'
import { eventsOf, newSender, patch, type Sender, userUrn } from '#test/scim.ts'
import { boot, type Probata } from '#test/system.ts'
import { readScimGroups } from './scim-groups.ts'

// From "Develop and plan provisioning for a SCIM endpoint in Microsoft Entra ID",
// https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
const entra = 'learn.microsoft.com, use-scim-to-provision-users-and-groups'
// From "Okta and SCIM Version 2.0", https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
const okta = 'developer.okta.com, okta-scim/guides/scim-20'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const query = (filter: string, rest = '') => `?filter=${encodeURIComponent(filter)}${rest}`

describe('requests from documented identity providers', { concurrency: false }, () => {
  let p: Probata
  let sender: Sender
  before(async () => {
    p = await boot()
    sender = await newSender(p)
  })
  after(() => p[Symbol.asyncDispose]())

  /** The body with which Entra creates a user. */
  const entraUser = (name: string, overrides: object = {}) => ({
    schemas: [userUrn, enterprise],
    externalId: `ext-${name}`,
    userName: `${name}@acme.example`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `${name}@acme.example` }],
    meta: { resourceType: 'User' },
    name: { formatted: `Given ${name}`, familyName: name, givenName: 'Given' },
    roles: [],
    ...overrides,
  })

  test(`${entra}: Test Connection requests a user that does not exist`, async () => {
    const body = await sender.ok('GET', `/Users${query('userName eq "non-existent@acme.example"')}`)
    assert.deepEqual([body.totalResults, body.Resources], [0, []])
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:ListResponse'])
  })

  test(`${entra}: a user can be created and found by userName and externalId; creating it again fails`, async () => {
    const created = await sender.send('POST', '/Users', entraUser('create'))
    assert.equal(created.status, 201, created.text)
    assert.equal(created.headers.get('content-type'), 'application/scim+json; charset=utf-8')
    assert.equal(created.headers.get('location'), created.body.meta.location)
    assert.deepEqual(created.body.name, { formatted: 'Given create', givenName: 'Given', familyName: 'create' })
    for (const filter of ['userName eq "CREATE@acme.example"', 'externalId eq "ext-create"', 'id eq "ID"']) {
      const { Resources } = await sender.ok('GET', `/Users${query(filter.replace('ID', created.body.id))}`)
      assert.deepEqual(Resources, [created.body], filter)
    }
    for (const duplicate of [
      entraUser('create'),
      entraUser('create', { userName: 'other@acme.example', emails: [] }),
    ]) {
      const { status, body } = await sender.send('POST', '/Users', duplicate)
      assert.deepEqual([status, body.status, body.scimType], [409, '409', 'uniqueness'])
    }
  })

  test(`${entra}: active is replaced with a capitalized Replace and the string "False"`, async () => {
    const id = await sender.user('replace@acme.example')
    const { active } = await sender.ok(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'Replace', path: 'active', value: 'False' }),
    )
    assert.equal(active, false)
    const back = patch({ op: 'Replace', path: 'active', value: 'True' })
    assert.equal((await sender.ok('PATCH', `/Users/${id}`, back)).active, true)
  })

  test(`${entra}: a PATCH without a path has an object with paths and URNs as field names`, async () => {
    const id = await sender.user('object@acme.example')
    const value = {
      active: false,
      displayName: 'Objects',
      'name.familyName': 'Family',
      'emails[type eq "work"].value': 'object@acme.example',
      [`${enterprise}:department`]: 'Ledgers',
    }
    const body = await sender.ok('PATCH', `/Users/${id}`, patch({ op: 'replace', value }))
    assert.deepEqual([body.active, body.displayName, body.name.familyName], [false, 'Objects', 'Family'])
    assert.deepEqual(body.emails, [{ value: 'object@acme.example', type: 'work' }])
  })

  test(`${entra}: a PATCH replaces several attributes, with a filter and the manager's URN`, async () => {
    const { id } = await sender.ok('POST', '/Users', entraUser('several', { emails: [] }))
    const body = await sender.ok(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'several@acme.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Updated' },
        { op: 'Add', path: `${enterprise}:manager`, value: 'prs_1' },
        { op: 'Replace', path: `${enterprise}:manager`, value: { value: 'prs_2' } },
      ),
    )
    assert.deepEqual(
      [body.emails, body.name.familyName],
      [[{ type: 'work', value: 'several@acme.example' }], 'Updated'],
    )
    const list = await sender.ok('GET', `/Users${query('emails[type eq "work"].value eq "several@acme.example"')}`)
    assert.deepEqual(
      list.Resources.map((user: { id: string }) => user.id),
      [id],
    )
  })

  test(`${entra}: a deleted user cannot be found, and creating it again with the same name restores it`, async () => {
    const id = await sender.user('returns@acme.example', { externalId: 'ext-returns' })
    assert.equal((await sender.send('DELETE', `/Users/${id}`)).status, 204)
    for (const method of ['GET', 'DELETE']) assert.equal((await sender.send(method, `/Users/${id}`)).status, 404)
    const activation = patch({ op: 'replace', path: 'active', value: true })
    assert.equal((await sender.send('PATCH', `/Users/${id}`, activation)).status, 404)
    assert.equal((await sender.ok('GET', `/Users${query('userName eq "returns@acme.example"')}`)).totalResults, 0)
    const [row] = await p.sql('select disabled from person where id = $1', [id])
    assert.equal(row?.disabled, true)
    assert.equal(await sender.user('Returns@acme.example'), id)
    assert.equal((await sender.send('DELETE', `/Users/${id}`)).status, 204)
    assert.equal(
      await sender.user('renamed@acme.example', { externalId: undefined, emails: [] }).then(other => other === id),
      false,
    )
    assert.equal(
      (await sender.ok('GET', `/Users${query('active eq true and userName eq "renamed@acme.example"')}`)).totalResults,
      1,
    )
  })

  test(`${entra}: groups can be found by displayName without members; value lists add and remove members`, async () => {
    const ids = [await sender.user('m1@acme.example'), await sender.user('m2@acme.example')]
    const group = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      externalId: 'g-1',
      displayName: 'Reviewers',
    }
    const { id } = await sender.ok('POST', '/Groups', { ...group, meta: { resourceType: 'Group' } })
    const list = await sender.ok('GET', `/Groups${query('displayName eq "reviewers"', '&excludedAttributes=members')}`)
    assert.deepEqual([list.Resources[0].id, 'members' in list.Resources[0]], [id, false])
    const add = patch({ op: 'Add', path: 'members', value: ids.map(value => ({ $ref: null, value })) })
    assert.equal((await sender.send('PATCH', `/Groups/${id}`, add)).status, 204)
    const members = async () =>
      (await sender.ok('GET', `/Groups/${id}`)).members.map(({ value }: { value: string }) => value)
    assert.deepEqual(await members(), ids)
    const memberQuery = query(`id eq "${id}" and members eq "${ids[0]}"`, '&excludedAttributes=members')
    assert.equal((await sender.ok('GET', `/Groups${memberQuery}`)).totalResults, 1)
    const remove = patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ids[0] }] })
    assert.equal((await sender.send('PATCH', `/Groups/${id}`, remove)).status, 204)
    assert.deepEqual(await members(), [ids[1]])
    const rename = patch({ op: 'Replace', path: 'displayName', value: 'All reviewers' })
    assert.equal((await sender.send('PATCH', `/Groups/${id}`, rename)).status, 204)
    assert.equal((await sender.ok('GET', `/Users/${ids[1]}`)).groups[0].display, 'All reviewers')
    assert.equal((await sender.send('DELETE', `/Groups/${id}`)).status, 204)
    assert.equal((await sender.send('GET', `/Groups/${id}`)).status, 404)
  })

  test(`${okta}: a user can be searched with startIndex 1 and count 100, created, replaced and deactivated`, async () => {
    const page = '&startIndex=1&count=100'
    assert.equal((await sender.ok('GET', `/Users${query('userName eq "o@acme.example"', page)}`)).totalResults, 0)
    const user = {
      schemas: [userUrn],
      userName: 'o@acme.example',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'o@acme.example', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const { id, ...created } = await sender.ok('POST', '/Users', user)
    assert.ok(!JSON.stringify(created).includes('1mz050nq'))
    const replaced = await sender.ok('PUT', `/Users/${id}`, {
      ...user,
      id,
      name: { givenName: 'Another', familyName: 'User' },
    })
    assert.equal(replaced.name.givenName, 'Another')
    const deactivated = await sender.ok('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }))
    assert.equal(deactivated.active, false)
    assert.equal((await sender.ok('PUT', `/Users/${id}`, { ...user, active: true })).active, true)
  })

  test(`${okta}: groups can be pushed by name, renamed with the id next to the name, replaced and listed`, async () => {
    const ids = [await sender.user('o1@acme.example'), await sender.user('o2@acme.example')]
    const { id } = await sender.ok('POST', '/Groups', { displayName: 'Test SCIMv2', members: [] })
    const duplicate = await sender.send('POST', '/Groups', { displayName: 'test scimv2' })
    assert.deepEqual([duplicate.status, duplicate.body.scimType], [409, 'uniqueness'])
    const rename = patch({ op: 'replace', value: { id, displayName: 'Test SCIMv2b' } })
    assert.equal((await sender.send('PATCH', `/Groups/${id}`, rename)).status, 204)
    const change = patch(
      { op: 'remove', path: `members[value eq "${ids[1]}"]` },
      { op: 'add', path: 'members', value: [{ value: ids[0], display: 'o1' }] },
    )
    assert.equal((await sender.send('PATCH', `/Groups/${id}`, change)).status, 204)
    const body = await sender.ok('PUT', `/Groups/${id}`, {
      id,
      displayName: 'Test SCIMv2b',
      members: [{ value: ids[1] }],
    })
    assert.deepEqual(
      body.members.map(({ value }: { value: string }) => value),
      [ids[1]],
    )
    const { Resources, itemsPerPage, startIndex } = await sender.ok('GET', '/Groups?startIndex=1&count=1')
    assert.deepEqual([Resources.length, itemsPerPage, startIndex], [1, 1, 1])
  })

  test('attributes that are not stored are ignored, and logged once', async () => {
    const attributes = { nickName: 'Twin', title: 'Auditor', 'urn:example:2.0:User': { pet: 'cat' } }
    await sender.user('ignored1@acme.example', attributes)
    await sender.user('ignored2@acme.example', attributes)
    const events = (await eventsOf(p)).filter((event: { ignored: string[] }) => event.ignored.includes('nickName'))
    assert.equal(events.length, 1)
    assert.deepEqual(events[0].ignored.toSorted(), ['nickName', 'title', 'urn:example:2.0:User'])
    assert.ok(!JSON.stringify(await eventsOf(p)).includes('Twin'))
  })

  test('display names of 256 characters are stored in full, and empty names are ignored', async () => {
    const displayName = 'ü'.repeat(256)
    const { id, ...created } = await sender.ok('POST', '/Users', { userName: 'long@acme.example', displayName })
    assert.equal(created.displayName, displayName)
    const name = { givenName: '', familyName: '', formatted: null }
    const body = await sender.ok('PUT', `/Users/${id}`, { userName: 'long@acme.example', displayName: '', name })
    assert.deepEqual(['displayName' in body, 'name' in body], [false, false])
  })

  test('concurrent create requests for a user create only one', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sender.send('POST', '/Users', entraUser('twins'))),
    )
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(409)])
  })

  test('readScimGroups returns the groups that the provider sent for a person', async () => {
    const id = await sender.user('grouped@acme.example')
    const group = await sender.ok('POST', '/Groups', {
      displayName: 'Grouped',
      externalId: 'g-9',
      members: [{ value: id }],
    })
    const organization = `org_${sender.workspace}`
    const read: Transaction['query'] = (statement, values) => p.system.services.db.read(organization, statement, values)
    assert.deepEqual(await readScimGroups({ read }, id), [{ id: group.id, displayName: 'Grouped', externalId: 'g-9' }])
  })
})
