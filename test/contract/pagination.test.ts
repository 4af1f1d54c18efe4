import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'

const evidence = '/api/v1/governance/evidence'
const claims = `${evidence}/claims`
const requirements = `${evidence}/requirements`

let p: Probata
let token: string
let organizationId: string

// Copies a claim as the service writes it, under other ids. This creates a few thousand rows in a second.
const multiply = (count: number, status: string, requirementId: string | null, tag: string) =>
  p.sql(
    `insert into evidence_claim
     select c.organization_id, n.id, $4::text, n.key, $3::text, c.valid_until, c.created_by, null,
            (c.record::jsonb || jsonb_build_object('id', n.id, 'claimKey', n.key, 'status', $3::text,
               'evidenceRequirementId', $4::text))::text, '{}', '{}'
       from (select 'gec_00' || $5 || lpad(i::text, 22, '0') as id, $5 || '-' || i as key from generate_series(1, $1) i) n,
            evidence_claim c
      where c.organization_id = $2 and c.claim_key = 'seed'`,
    [count, organizationId, status, requirementId, tag],
  )

const requirementIds: string[] = []

before(async () => {
  p = await boot()
  token = await p.token('acme-scanner')
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  organizationId = String(row?.id)
  const requirementList = await p.call('GET', requirements, { token })
  requirementIds.push(...requirementList.body.requirements.map(({ id }: { id: string }) => id))
  assert.equal((await p.call('POST', claims, { token, body: claimInput('seed') })).status, 201)
  await multiply(1500, 'submitted', null, 'AA')
  await multiply(700, 'accepted', requirementIds[0] ?? null, 'BB')
  await multiply(300, 'rejected', requirementIds[0] ?? null, 'CC')
  await multiply(251, 'accepted', requirementIds[1] ?? null, 'DD')
})
after(() => p[Symbol.asyncDispose]())

const get = (path: string, query: Record<string, string> = {}, bearer = token): Promise<ApiResponse> =>
  p.call('GET', `${path}?${new URLSearchParams(query)}`, { token: bearer })

const walk = async (path: string, list: string, query: Record<string, string>): Promise<string[][]> => {
  const pages: string[][] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, body } = await get(path, { ...query, ...(cursor && { cursor }) })
    assert.equal(status, 200, JSON.stringify(body))
    pages.push(body[list].map(({ id }: { id: string }) => id))
    if (cursor === body.pagination.nextCursor) assert.fail('the cursor does not move')
    cursor = body.pagination.nextCursor
    if (cursor === undefined) assert.deepEqual(body.pagination, {})
  }
  return pages
}

test('walking a list with each set of filters returns each matching record once, newest first', async () => {
  const [first = '', second = ''] = requirementIds
  const sets: [Record<string, string>, number][] = [
    [{}, 2752],
    [{ status: 'submitted' }, 1501],
    [{ status: 'accepted' }, 951],
    [{ status: 'rejected' }, 300],
    [{ status: 'expired' }, 0],
    [{ evidenceRequirementId: first }, 1000],
    [{ evidenceRequirementId: second }, 251],
    [{ evidenceRequirementId: first, status: 'accepted' }, 700],
    [{ evidenceRequirementId: first, status: 'rejected' }, 300],
    [{ evidenceRequirementId: second, status: 'rejected' }, 0],
    [{ evidenceRequirementId: 'ger_00000000000000000000000000' }, 0],
  ]
  for (const [filters, count] of sets) {
    const pages = await walk(claims, 'claims', { ...filters, limit: '200' })
    const ids = pages.flat()
    assert.equal(ids.length, count, JSON.stringify(filters))
    assert.deepEqual(ids, [...new Set(ids)].sort().reverse(), JSON.stringify(filters))
    assert.equal(pages.length, Math.max(1, Math.ceil(count / 200)), 'the last page is not empty')
  }
  const { body } = await get(claims, { evidenceRequirementId: first, status: 'rejected', limit: '7' })
  for (const claim of body.claims) assert.deepEqual([claim.evidenceRequirementId, claim.status], [first, 'rejected'])
})

test('the page size defaults to 50 and is limited to 200; a size below 1 or not a number is a 400', async () => {
  const sizes = { 1: 1, 50: 50, 199: 199, 200: 200, 201: 200, 100000: 200, ['9'.repeat(30)]: 200 }
  for (const [limit, size] of Object.entries(sizes))
    assert.equal((await get(claims, { limit })).body.claims.length, size, limit)
  assert.equal((await get(claims)).body.claims.length, 50)
  for (const limit of ['0', '-1', 'ten', '', ' 5', '5 ', '1.5', '1e2', '0x10', 'null', '[1]']) {
    const { status, body } = await get(claims, { limit })
    assert.deepEqual([status, body.error, body.issues?.[0]?.path], [400, 'invalid_request', ['limit']], limit)
  }
  const repeatedParameter = await p.call('GET', `${claims}?limit=1&limit=2`, { token })
  assert.equal(repeatedParameter.status, 400)
})

test('a full last page has no next page', async () => {
  const [, second = ''] = requirementIds
  const fullPage = await get(claims, { evidenceRequirementId: second, limit: '200' })
  const cursor = fullPage.body.pagination.nextCursor
  const lastPage = await get(claims, { evidenceRequirementId: second, limit: '51', cursor })
  assert.equal(lastPage.body.claims.length, 51)
  assert.deepEqual(lastPage.body.pagination, {})
  assert.equal('total' in lastPage.body, false)
})

const assertInvalidCursor = ({ status, body, headers }: ApiResponse, message: string): void => {
  assert.deepEqual([status, body.error], [400, 'invalid_cursor'], message)
  assert.equal(body.requestId, headers.get('x-request-id'))
}

test('a cursor belongs to its filters, its organization and its endpoint', async () => {
  const [first = ''] = requirementIds
  const filters = { evidenceRequirementId: first, status: 'accepted' }
  const cursor = (await get(claims, filters)).body.pagination.nextCursor
  const unfilteredCursor = (await get(claims)).body.pagination.nextCursor
  const otherQueries: [string, string, Record<string, string>][] = [
    ['no filter', cursor, {}],
    ['one of two', cursor, { status: 'accepted' }],
    ['the other of two', cursor, { evidenceRequirementId: first }],
    ['another value', cursor, { ...filters, status: 'rejected' }],
    ['a filter added', unfilteredCursor, { status: 'accepted' }],
  ]
  for (const [description, usedCursor, query] of otherQueries)
    assertInvalidCursor(await get(claims, { ...query, cursor: usedCursor }), description)
  assertInvalidCursor(await get(requirements, { cursor: unfilteredCursor }), 'another endpoint')
  assertInvalidCursor(
    await get(claims, { cursor: unfilteredCursor }, await p.token('globex-scanner')),
    'another organization',
  )

  const samePage = await get(claims, { ...filters, cursor, limit: '3' })
  assert.equal(samePage.body.claims.length, 3, 'the page size is not a filter')
  const otherTokenPage = await get(claims, { ...filters, cursor }, await p.token('acme-reader'))
  assert.equal(otherTokenPage.status, 200, 'another token of the organization may continue')
})

test('every cursor with a flipped bit, and every text that is not a cursor, is a 400 invalid_cursor', async () => {
  const cursor: string = (await get(claims, { limit: '1' })).body.pagination.nextCursor
  const bytes = Buffer.from(cursor, 'base64url')
  const alteredCursors = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return copy.toString('base64url')
  })
  const texts = Array.from({ length: cursor.length * 7 }, (_, bit) => {
    const copy = Buffer.from(cursor)
    copy[Math.floor(bit / 7)] = (copy[Math.floor(bit / 7)] ?? 0) ^ (1 << (bit % 7))
    return copy.toString('latin1')
  }).filter(text => !text.includes('\0'))
  const nonCursors = [
    'x',
    cursor.slice(1),
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}=`,
    ` ${cursor}`,
    'gec_00',
    '../..',
  ]
  for (const text of [...alteredCursors, ...texts, ...nonCursors])
    assertInvalidCursor(await get(claims, { cursor: text }), text)
  assert.ok(alteredCursors.length > 300)
  assert.equal((await get(claims, { cursor })).status, 200)
  assert.equal((await get(claims, { cursor: 'A'.repeat(600) })).status, 400)
})

test('a cursor is valid for 48 hours by the clock', async () => {
  await using q = await boot()
  const writer = await q.token('acme-scanner')
  for (const key of ['one', 'two']) await q.call('POST', claims, { token: writer, body: claimInput(key) })
  await q.sql(`update access_token set expires_at = expires_at + interval '9 days' where token_sha256 = $1`, [
    sha256Hex(writer),
  ])
  q.system.services.identities.forget()
  const { body } = await q.call('GET', `${claims}?limit=1`, { token: writer })
  const readNextPage = () => q.call('GET', `${claims}?limit=1&cursor=${body.pagination.nextCursor}`, { token: writer })
  q.clock.advance(24 * hour)
  assert.equal((await readNextPage()).status, 200)
  q.clock.advance(24 * hour - minute)
  assert.equal((await readNextPage()).body.claims[0].claimKey, 'one')
  q.clock.advance(minute + 1000)
  assertInvalidCursor(await readNextPage(), 'after 48 hours')
})

test('walking a list while others write returns each earlier record exactly once', async () => {
  const idsBefore = (await walk(claims, 'claims', { limit: '200' })).flat()
  const writtenIds: string[] = []
  let isWriting = true
  const writer = async (name: string) => {
    for (let i = 0; isWriting; i++) {
      const { status, body } = await p.call('POST', claims, { token, body: claimInput(`beside-${name}-${i}`) })
      assert.equal(status, 201)
      writtenIds.push(body.id)
    }
  }
  const writers = ['a', 'b', 'c', 'd'].map(writer)
  const seenIds: string[] = []
  for (let round = 0; round < 3; round++) {
    const ids = (await walk(claims, 'claims', { limit: '37' })).flat()
    const earlierIds = ids.filter(id => !writtenIds.includes(id))
    seenIds.push(...ids)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of idsBefore) assert.ok(earlierIds.includes(id), id)
  }
  isWriting = false
  await Promise.all(writers)
  assert.ok(writtenIds.length > 20, `${writtenIds.length} written meanwhile`)
  assert.ok(seenIds.length >= 3 * idsBefore.length)
})

test('the other lists page in the same way', async () => {
  const cookie = await p.signIn('admin@acme.example')
  const pages = await walk(requirements, 'requirements', { limit: '1' })
  assert.deepEqual(
    pages.map(page => page.length),
    [1, 1, 1],
  )
  for (const status of ['draft', 'active', 'retired']) {
    const { body } = await get(requirements, { status })
    assert.deepEqual(
      body.requirements.map((requirement: { status: string }) => requirement.status),
      [status],
    )
  }
  const accounts = await p.call('GET', '/api/workspace/service-accounts?limit=2', { cookie })
  assert.equal(accounts.body.serviceAccounts.length, 2)
  const nextPage = `/api/workspace/service-accounts?limit=2&cursor=${accounts.body.pagination.nextCursor}`
  assert.equal((await p.call('GET', nextPage, { cookie })).status, 200)
  assertInvalidCursor(
    await p.call('GET', `/api/workspace/claims?cursor=${accounts.body.pagination.nextCursor}`, { cookie }),
    'another list',
  )
  for (const query of ['page=2', 'offset=1', 'Status=draft', 'status=open', 'status=']) {
    const { status, body } = await p.call('GET', `${requirements}?${query}`, { token })
    assert.deepEqual([status, body.error], [400, 'invalid_request'], query)
  }
})
