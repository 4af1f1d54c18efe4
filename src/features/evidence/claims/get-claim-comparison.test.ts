import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let token: string
let count = 0

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  token = await p.token('acme-scanner')
})
after(() => p[Symbol.asyncDispose]())

const nextKey = () => `compared-${++count}`

const requirementOf = async (): Promise<string> => {
  const fields = { requirementKey: nextKey(), title: 'Compared', status: 'active' }
  return (await client.ask('admin', 'POST', '/evidence-requirements', fields)).body.id
}

const attach = (id: string, content: string, name: string) => prover(p, () => token).attach(id, textFile(content, name))

const compare = (id: string, person = 'reviewer') => client.get(person, `/claims/${id}/comparison`)

test('a claim is compared with the one that was accepted last for its requirement', async () => {
  const evidenceRequirementId = await requirementOf()
  const older = await client.claim(nextKey(), { evidenceRequirementId })
  await client.decide(older, 'approve')
  const first = await client.claim(nextKey(), {
    ...{ evidenceRequirementId, title: 'Backup of Monday', subjectVersionId: '7' },
    claimSnapshot: { restored: true, volumes: ['a', 'b'], 'a/b~c': 1 },
  })
  await attach(first, 'the same bytes', 'same.txt')
  await attach(first, 'earlier bytes', 'changed.txt')
  await attach(first, 'gone', 'removed.txt')
  await client.decide(first, 'approve')
  const rejected = await client.claim(nextKey(), { evidenceRequirementId })
  await client.decide(rejected, 'reject')
  const second = await client.claim(nextKey(), {
    ...{ evidenceRequirementId, title: 'Backup of Tuesday' },
    claimSnapshot: { restored: false, volumes: ['a', 'c', 'd'] },
  })
  await attach(second, 'the same bytes', 'same.txt')
  await attach(second, 'later bytes', 'changed.txt')
  await attach(second, 'new', 'added.txt')
  const { previous, fields, files, filesOmitted, sourceSnapshot, claimSnapshot } = await compare(second)
  assert.deepEqual([previous.id, previous.status, previous.title], [first, 'accepted', 'Backup of Monday'])
  const names = fields.map(({ field }: { field: string }) => field)
  assert.ok(['claimKey', 'title', 'subjectVersionId'].every(name => names.includes(name)))
  assert.ok(!names.includes('sourceModuleKey') && !names.includes('updatedAt') && !names.includes('id'))
  assert.deepEqual(
    fields.find(({ field }: { field: string }) => field === 'subjectVersionId'),
    { field: 'subjectVersionId', before: '7', after: null },
  )
  const side = (content: string) => ({ checksumSha256: sha256Hex(content), byteSize: content.length })
  assert.deepEqual(files, [
    { name: 'same.txt', change: 'same', before: side('the same bytes'), after: side('the same bytes') },
    { name: 'changed.txt', change: 'changed', before: side('earlier bytes'), after: side('later bytes') },
    { name: 'added.txt', change: 'added', before: null, after: side('new') },
    { name: 'removed.txt', change: 'removed', before: side('gone'), after: null },
  ])
  assert.deepEqual([filesOmitted, sourceSnapshot], [false, { changes: [], omitted: 0 }])
  assert.deepEqual(claimSnapshot, {
    changes: [
      { path: '/restored', change: 'changed', before: 'true', after: 'false' },
      { path: '/volumes/1', change: 'changed', before: '"b"', after: '"c"' },
      { path: '/volumes/2', change: 'added', before: null, after: '"d"' },
      { path: '/a~1b~0c', change: 'removed', before: '1', after: null },
    ],
    omitted: 0,
  })
  const { previous: earlier } = await compare(first)
  assert.equal(earlier.id, older, 'a decided claim is compared with the one before it')
  await client.decide(second, 'approve')
  assert.equal((await compare(rejected)).previous.id, first)
})

test('a claim without an earlier accepted one, or without a requirement, has nothing to compare', async () => {
  const alone = await client.claim(nextKey(), { evidenceRequirementId: await requirementOf() })
  const standalone = await client.claim(nextKey())
  for (const id of [alone, standalone]) {
    const { previous, fields, files } = await compare(id)
    assert.deepEqual([previous, fields, files], [null, [], []])
  }
})

test('the comparison is bounded and says what it leaves out', async () => {
  const evidenceRequirementId = await requirementOf()
  const first = await client.claim(nextKey(), { evidenceRequirementId, claimSnapshot: { text: 'x' } })
  await client.decide(first, 'approve')
  const values = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`value-${i}`, i]))
  const second = await client.claim(nextKey(), {
    evidenceRequirementId,
    claimSnapshot: { text: 'y'.repeat(2000), ...values },
  })
  const { claimSnapshot } = await compare(second)
  assert.deepEqual([claimSnapshot.changes.length, claimSnapshot.omitted], [200, 101])
  assert.equal(claimSnapshot.changes[0].after.length, 501)
})

test('the pointers of the comparison are cut like its values', async () => {
  const evidenceRequirementId = await requirementOf()
  const first = await client.claim(nextKey(), { evidenceRequirementId, claimSnapshot: {} })
  await client.decide(first, 'approve')
  // The name ends in the middle of a pair of surrogates.
  const claimSnapshot = { [`${'n'.repeat(498)}😀${'n'.repeat(2000)}`]: 1 }
  const second = await client.claim(nextKey(), { evidenceRequirementId, claimSnapshot })
  const [{ path, change }] = (await compare(second)).claimSnapshot.changes
  assert.deepEqual([path, change], [`/${'n'.repeat(498)}\ufffd…`, 'added'])
})

test('only people who see the claim see its comparison', async () => {
  const id = await client.claim(nextKey(), { evidenceRequirementId: await requirementOf() })
  assert.equal((await client.ask('auditor', 'GET', `/claims/${id}/comparison`)).status, 200)
  const foreign = createWorkspaceClient(p, 'globex')
  assert.equal((await foreign.ask('admin', 'GET', `/claims/${id}/comparison`)).status, 404)
  assert.equal((await client.ask('admin', 'GET', '/claims/gec_unknown/comparison')).status, 404)
  assert.equal((await p.call('GET', `/api/workspace/claims/${id}/comparison`, { token })).status, 401)
  const other = await client.ask('contributor', 'POST', '/claims', claimInput(nextKey()))
  assert.equal((await compare(other.body.id, 'contributor')).previous, null)
})
