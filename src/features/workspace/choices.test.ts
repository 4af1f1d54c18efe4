import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, defaultReason, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let acme: WorkspaceClient
let globex: WorkspaceClient

before(async () => {
  p = await boot()
  acme = createWorkspaceClient(p)
  globex = createWorkspaceClient(p, 'globex')
})
after(() => p[Symbol.asyncDispose]())

interface Choice {
  readonly id: string
  readonly key: string
  readonly title: string
  readonly status: string
}

interface Page {
  readonly choices: readonly Choice[]
  readonly pagination: { readonly nextCursor?: string }
}

type Query = Readonly<Record<string, string>>

const path = (query: Query) => `/choices?${new URLSearchParams(query)}`

const page = (query: Query, person = 'contributor', client = acme): Promise<Page> => client.get(person, path(query))

/** Reads all choices, page by page. */
const walk = async (query: Query, person?: string, client?: WorkspaceClient): Promise<Choice[]> => {
  const collected: Choice[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { choices, pagination }: Page = await page({ ...query, ...(cursor && { cursor }) }, person, client)
    collected.push(...choices)
    cursor = pagination.nextCursor
  }
  return collected
}

const keys = async (search: string, query: Query = {}): Promise<string[]> =>
  (await walk({ kind: 'control', search, ...query })).map(({ key }) => key)

const create = async (
  endpointPath: string,
  body: Readonly<Record<string, unknown>>,
  client = acme,
): Promise<string> => {
  const response = await client.ask('admin', 'POST', endpointPath, body)
  assert.equal(response.status, 201, response.text)
  return response.body.id ?? response.body.person?.id
}

const control = (controlKey: string, title: string, status = 'active', client = acme) =>
  create('/controls', { controlKey, title, status }, client)

const askError = async (query: Query, person = 'contributor') => {
  const { status, body } = await acme.ask(person, 'GET', path(query))
  return [status, body.error]
}

test('keys that begin with the text come first, then others by key, without regard to case', async () => {
  await control('ORD-2', 'Named second')
  await control('ORD-1', 'Named first')
  await control('A-9', 'About ord-1 and ORD-2')
  await control('ord-0', 'In lower case')
  assert.deepEqual(await keys('ORD-'), ['ORD-1', 'ORD-2', 'A-9', 'ord-0'])
  assert.deepEqual(await keys('ord-'), ['ord-0', 'ORD-1', 'ORD-2', 'A-9'])
  assert.deepEqual(await keys('ORD-1'), ['ORD-1', 'A-9'])
  assert.deepEqual(await keys('  named SECOND '), ['ORD-2'])
})

test('searches have no wildcards, and ignore the case of accented letters', async () => {
  await control('SGN-1', 'Exactly 100% of _all_ (a|b)* [x] \\d "quoted" $1 ^2')
  await control('SGN-2', 'Exactly 1000 of xallx aab x d quoted')
  for (const text of ['100%', '_all_', '(a|b)*', '[x]', '\\d', '"quoted"', '$1', '^2', '%', '_', '*', '.*'])
    assert.deepEqual(await keys(text), text === '.*' ? [] : ['SGN-1'], text)
  await control('UML-1', 'Prüfung der Änderungen, Straße, Ωmega, 監査')
  for (const text of ['PRÜFUNG', 'prüf', 'änderungen', 'ÄNDER', 'straße', 'ωMEGA', '監査'])
    assert.deepEqual(await keys(text), ['UML-1'], text)
  assert.deepEqual(await keys('Prufung'), [])
})

test('pages continue where the last one ended, and a cursor belongs to its search text', async () => {
  for (let i = 0; i < 7; i++) await control(`PAG-${i}`, i % 2 ? 'Paged' : 'Also PAG-')
  await control('X-PAG', 'Of PAG-ed titles')
  const all = ['PAG-0', 'PAG-1', 'PAG-2', 'PAG-3', 'PAG-4', 'PAG-5', 'PAG-6', 'X-PAG']
  for (const limit of ['1', '2', '7', '8', '200']) assert.deepEqual(await keys('PAG-', { limit }), all, limit)
  const { pagination } = await page({ kind: 'control', search: 'PAG-', limit: '2' })
  const cursor = pagination.nextCursor ?? ''
  assert.deepEqual(await askError({ kind: 'control', search: 'PAG', cursor }), [400, 'invalid_cursor'])
  assert.deepEqual(await askError({ kind: 'framework', search: 'PAG-', cursor }), [400, 'invalid_cursor'])
  const { choices } = await page({ kind: 'control', limit: '500' })
  assert.ok(choices.length <= 200)
})

test('invalid parameters are rejected', async () => {
  const invalidQueries: readonly Query[] = [
    {},
    { kind: 'secret' },
    { kind: 'control', search: '' },
    { kind: 'control', search: ' ' },
    { kind: 'control', search: 'x'.repeat(101) },
    { kind: 'control', search: 'a\0b' },
    { kind: 'control', status: 'retired' },
    { kind: 'control', ids: 'gct_1;' },
    { kind: 'control', ids: Array.from({ length: 51 }, (_, i) => `gct_${i}`).join() },
  ]
  for (const query of invalidQueries) assert.equal((await askError(query))[0], 400, JSON.stringify(query))
  assert.deepEqual(await keys('x'.repeat(100)), [])
})

test('a search can be limited to active records; an earlier choice is named regardless of its status', async () => {
  const id = await control('OLD-1', 'Once chosen')
  const { etag } = await acme.get('admin', `/controls/${id}`)
  const cookie = await acme.signedIn('admin')
  const retired = await p.call('PATCH', `/api/workspace/controls/${id}`, {
    headers: { 'if-match': etag },
    ...cookie,
    body: { status: 'retired', reason: defaultReason },
  })
  assert.equal(retired.status, 200, retired.text)
  assert.deepEqual(await keys('OLD-'), ['OLD-1'])
  assert.deepEqual(await keys('OLD-', { status: 'active' }), [])
  const namedPage = await page({ kind: 'control', ids: `${id},gct_unknown` })
  assert.deepEqual(namedPage.choices, [{ id, key: 'OLD-1', title: 'Once chosen', status: 'retired' }])
})

test('another workspace cannot find or name a record', async () => {
  const id = await control('FAR-1', 'Of acme alone')
  await control('FAR-2', 'Of globex', 'active', globex)
  assert.deepEqual(await keys('FAR-'), ['FAR-1'])
  const choicesOfGlobex = await walk({ kind: 'control', search: 'FAR-' }, 'admin', globex)
  assert.deepEqual(
    choicesOfGlobex.map(({ key }) => key),
    ['FAR-2'],
  )
  assert.deepEqual((await page({ kind: 'control', ids: id }, 'admin', globex)).choices, [])
})

test('a person of another unit cannot find or name a record', async () => {
  const body = { requirementKey: 'UNI-1', title: 'Of one unit', status: 'active' }
  const id = await create('/evidence-requirements', body)
  const [firstUnit, secondUnit] = [
    await create('/units', { unitKey: 'one', title: 'One' }),
    await create('/units', { unitKey: 'two', title: 'Two' }),
  ]
  const { auditor } = await acme.people()
  const countVisible = async (unitIds: readonly string[] | null) => {
    const response = await acme.ask('admin', 'PATCH', `/people/${auditor}`, { unitIds })
    assert.equal(response.status, 200, response.text)
    const choices = await walk({ kind: 'evidence_requirement', search: 'UNI-' }, 'auditor')
    const namedPage = await page({ kind: 'evidence_requirement', ids: id }, 'auditor')
    return [choices.length, namedPage.choices.length]
  }
  await acme.ask('admin', 'POST', '/placements', { recordIds: [id], unitId: firstUnit })
  assert.deepEqual(await countVisible([secondUnit]), [0, 0])
  assert.deepEqual(await countVisible([firstUnit]), [1, 1])
  await countVisible(null)
})

test('people can only choose units that they may see', async () => {
  const [visibleUnit, hiddenUnit] = [
    await create('/units', { unitKey: 'UNT-1', title: 'Near' }),
    await create('/units', { unitKey: 'UNT-2', title: 'Far' }),
  ]
  await acme.ask('admin', 'PATCH', `/units/${hiddenUnit}`, { status: 'closed' })
  const foundTitles = async (query: Query, person?: string) =>
    (await walk({ kind: 'unit', search: 'UNT-', ...query }, person)).map(({ title }) => title)
  assert.deepEqual(await foundTitles({}), ['Near', 'Far'])
  assert.deepEqual(await foundTitles({ status: 'active' }), ['Near'])
  assert.equal((await page({ kind: 'unit', ids: hiddenUnit })).choices[0]?.status, 'closed')
  const { auditor } = await acme.people()
  assert.equal((await acme.ask('admin', 'PATCH', `/people/${auditor}`, { unitIds: [visibleUnit] })).status, 200)
  assert.deepEqual(await foundTitles({}, 'auditor'), ['Near'])
  assert.equal((await acme.ask('admin', 'PATCH', `/people/${auditor}`, { unitIds: null })).status, 200)
})

test('people can be found by name and address, with separate lists of reviewers and assessors', async () => {
  const person = (name: string, role: string) =>
    create('/people', { email: `${name.toLowerCase()}@chosen.example`, name: `${name} Müller`, role, password })
  await person('Rita', 'reviewer')
  await person('Carl', 'contributor')
  const disabledPerson = await person('Gone', 'admin')
  await person('Alba', 'auditor')
  const disabled = await acme.ask('admin', 'PATCH', `/people/${disabledPerson}`, { disabled: true })
  assert.equal(disabled.status, 200, disabled.text)
  const names = async (kind: string, search: string) => {
    const choices = await walk({ kind, search, status: 'active' })
    return choices.map(({ title }) => title.split(' ')[0])
  }
  assert.deepEqual(await names('person', 'MÜLLER'), ['Alba', 'Carl', 'Rita'])
  assert.deepEqual(await names('person', 'carl@CHOSEN'), ['Carl'])
  assert.deepEqual(await names('reviewer', 'müller'), ['Rita'])
  assert.deepEqual(await names('assessor', 'müller'), ['Carl', 'Rita'])
  assert.equal((await page({ kind: 'reviewer', ids: disabledPerson })).choices[0]?.status, 'disabled')
})

test('only people who may see service accounts can choose them', async () => {
  const choices = await walk({ kind: 'service_account', search: 'acme-scanner' }, 'admin')
  assert.equal(choices.length, 1)
  assert.deepEqual(await askError({ kind: 'service_account' }, 'contributor'), [403, 'forbidden_resource'])
  assert.deepEqual(await askError({ kind: 'service_account', ids: choices[0]?.id ?? '' }), [403, 'forbidden_resource'])
})

test('requirements can be limited to those that accept documents or responses as proof', async () => {
  const requirement = (requirementKey: string, subjectModuleKey: string | null) =>
    create('/evidence-requirements', { requirementKey, title: 'Documented', status: 'active', subjectModuleKey })
  await requirement('DOC-1', null)
  await requirement('DOC-2', 'dms')
  await requirement('DOC-3', 'assets')
  await requirement('DOC-4', 'forms')
  const keysOf = async (kind: string) => (await walk({ kind, search: 'DOC-' })).map(({ key }) => key)
  assert.deepEqual(await keysOf('document_requirement'), ['DOC-1', 'DOC-2'])
  assert.deepEqual(await keysOf('response_requirement'), ['DOC-1', 'DOC-4'])
})

test('a part of the title finds a record of any kind, even without a key', async () => {
  const title = 'Zahlungsverkehr fällt aus'
  const subject = { subjectModuleKey: 'assets', subjectResourceType: 'system', subjectResourceId: 'payments' }
  const frameworkId = await create('/frameworks', { frameworkKey: 'PAY', title: 'Of a test' })
  const period = { periodFrom: '2026-01-01T00:00:00Z', periodUntil: '2026-03-31T00:00:00Z' }
  const createdIds = {
    finding: await create('/findings', { title, severity: 'high', ...subject }),
    policy: await create('/policies', { policyKey: 'PAY-POL', title }),
    questionnaire: await create('/questionnaires', { questionnaireKey: 'PAY-QUE', title }),
    risk: await create('/risks', { riskKey: 'PAY-RSK', title }),
    assessment: await create('/assessments', { assessmentKey: 'PAY-ASM', title, frameworkId, ...period }),
  }
  for (const [kind, id] of Object.entries(createdIds)) {
    const choices = await walk({ kind, search: 'VERKEHR FÄLLT' }, 'auditor')
    assert.deepEqual(
      choices.map(choice => [choice.id, choice.title]),
      [[id, title]],
      kind,
    )
    assert.deepEqual(await walk({ kind, search: 'verkehr' }, 'admin', globex), [])
  }
})

test('a search finds one record among thousands; a page ends after 10,000 records that do not match', async () => {
  await p.sql(`insert into control (organization_id, id, control_key, status, record)
    select o.id, 'gct_' || lpad(i::text, 26, '0'), 'M-' || lpad(i::text, 6, '0'), 'active',
        json_build_object('title', case i when 19999 then 'The one that is sought' else 'Of many' end)
      from organization o, generate_series(1, 20000) i where o.slug = 'acme'`)
  const first = await page({ kind: 'control', search: 'ONE that is' })
  assert.deepEqual(first.choices, [])
  assert.ok(first.pagination.nextCursor)
  assert.deepEqual(await keys('ONE that is'), ['M-019999'])
  const byKey = await page({ kind: 'control', search: 'M-0199', limit: '5' })
  assert.deepEqual(
    byKey.choices.map(({ key }) => key),
    ['M-019900', 'M-019901', 'M-019902', 'M-019903', 'M-019904'],
  )
})
