import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let tokens: Readonly<Record<'scanner' | 'portal' | 'other', string>>
let cookies: Readonly<Record<'acme' | 'globex', string>>

const evidence = '/api/v1/governance/evidence'
const submissions = '/api/v1/governance/submissions'

before(async () => {
  p = await boot()
  tokens = {
    scanner: await p.token('acme-scanner'),
    portal: await p.token('acme-portal'),
    other: await p.token('globex-scanner'),
  }
  cookies = { acme: await p.signIn('admin@acme.example'), globex: await p.signIn('admin@globex.example') }
  for (const key of ['one', 'two', 'one '])
    await p.call('POST', `${evidence}/claims`, { token: tokens.scanner, body: claimInput(key) })
  await p.call('POST', `${evidence}/claims`, { token: tokens.other, body: claimInput('theirs') })
  for (const requirementKey of ['ROI', 'ROI-2'])
    await p.call('POST', '/api/workspace/submission-requirements', {
      cookie: cookies.acme,
      body: { requirementKey, title: requirementKey, submissionKind: 'register_filing', reason: 'of a key test' },
    })
})
after(() => p[Symbol.asyncDispose]())

// For each list: the field of the key, the path, the name of the array, the caller, and further values.
const lists = () =>
  [
    [
      'claimKey',
      `${evidence}/claims`,
      'claims',
      { token: tokens.scanner },
      'one',
      'status=submitted',
      'status=accepted',
    ],
    [
      'claimKey',
      '/api/workspace/claims',
      'claims',
      { cookie: cookies.acme },
      'one',
      'status=submitted',
      'status=accepted',
    ],
    [
      'requirementKey',
      `${evidence}/requirements`,
      'requirements',
      { token: tokens.scanner },
      'BKP-01',
      'status=active',
      'status=draft',
    ],
    [
      'requirementKey',
      '/api/workspace/evidence-requirements',
      'requirements',
      { cookie: cookies.acme },
      'BKP-01',
      'status=active',
      'status=draft',
    ],
    [
      'requirementKey',
      `${submissions}/requirements`,
      'submissionRequirements',
      { token: tokens.portal },
      'ROI',
      'status=draft',
      'status=active',
    ],
    [
      'requirementKey',
      '/api/workspace/submission-requirements',
      'submissionRequirements',
      { cookie: cookies.acme },
      'ROI',
      'status=draft',
      'status=active',
    ],
  ] as const

describe('finding a record by its key', () => {
  for (const index of [0, 1, 2, 3, 4, 5])
    test(`list ${index}`, async () => {
      const [field, path, plural, caller, key, matching, other] = lists()[index] ?? assert.fail()
      const ask = (query: string) => p.call('GET', `${path}?${query}`, caller)
      const keys = async (query: string): Promise<string[]> => {
        const { status, body, text } = await ask(query)
        assert.equal(status, 200, text)
        assert.deepEqual(body.pagination, {}, text)
        return body[plural].map((record: Record<string, string>) => record[field])
      }
      const queryFor = (value: string) => `${field}=${encodeURIComponent(value)}`
      assert.deepEqual(await keys(queryFor(key)), [key])
      assert.deepEqual(await keys(`${queryFor(key)}&limit=1`), [key])
      assert.deepEqual(await keys(`${queryFor(key)}&${matching}`), [key])
      assert.deepEqual(await keys(`${queryFor(key)}&${other}`), [])
      for (const otherValue of [
        'nothing',
        key.toLowerCase() === key ? key.toUpperCase() : key.toLowerCase(),
        `${key}%`,
        'theirs',
      ])
        assert.deepEqual(await keys(queryFor(otherValue)), [], otherValue)
      const fullList = await ask('')
      const [newest] = (await ask(queryFor(key))).body[plural]
      assert.deepEqual(
        newest,
        fullList.body[plural].find((record: Record<string, string>) => record[field] === key),
      )
      for (const badQuery of [
        `${field}=`,
        `${field}=%20`,
        `${field}=${'x'.repeat(201)}`,
        `${queryFor(key)}&${queryFor(key)}`,
        `${field}=%00`,
      ])
        assert.equal((await ask(badQuery)).status, 400, badQuery)
      // A cursor of the unfiltered list is not valid for the filtered one.
      const { nextCursor } = (await ask('limit=1')).body.pagination
      assert.ok(nextCursor)
      const rejection = await ask(`limit=1&cursor=${nextCursor}&${queryFor(key)}`)
      assert.deepEqual([rejection.status, rejection.body.error], [400, 'invalid_cursor'])
    })

  test('a pipeline that runs again with another token finds the claim that it cannot create twice', async () => {
    const body = claimInput('nightly')
    const first = await p.call('POST', `${evidence}/claims`, { token: tokens.scanner, body })
    const token = await p.token('acme-second')
    assert.equal((await p.call('POST', `${evidence}/claims`, { token, body })).status, 409)
    const { body: matches } = await p.call('GET', `${evidence}/claims?claimKey=nightly`, { token })
    assert.deepEqual(matches.claims, [first.body])
  })

  test("another workspace's records are never found", async () => {
    for (const path of [`${evidence}/claims?claimKey=theirs`, `${evidence}/claims?claimKey=one`]) {
      const token = path.endsWith('theirs') ? tokens.scanner : tokens.other
      assert.deepEqual((await p.call('GET', path, { token })).body, { claims: [], pagination: {} })
    }
    const { body } = await p.call('GET', '/api/workspace/submission-requirements?requirementKey=ROI', {
      cookie: cookies.globex,
    })
    assert.deepEqual(body, { submissionRequirements: [], pagination: {} })
  })
})
