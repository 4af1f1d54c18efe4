import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { iso } from '#lib/clock.ts'
import { bundles, linesOf, unzip, verify } from '#test/bundles.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot } from '#test/system.ts'

/** Characters that programs may treat as the end of a line or file, as nothing, or as a change of direction. */
const edges = [
  ...['\u2028', '\u2029', '\u2028\u2029', '\u0085', '\v', '\f', '\r', '\r\n', '\n', '\u001c', '\u001e', '\u0001'],
  ...['\ufeff', '\ufffe', '\uffff', '\u200b', '\u200f', '\u202e', '\u2066', '\u2069', '\u00ad', '\u061c', '\u180e'],
  ...['e\u0301', '\u0301', 'ﬁ', 'İ', 'ß', '👩‍👩‍👧‍👦', '🇩🇪', '\u{10ffff}', '\u{e0001}', '\u{1f9d1}\u{1f3fd}', '𝒳', '한'],
  ...['</script>', '\\u2028', '"', '\\', '\u007f', '﷽', '\u{2f800}', 'ﻼ'],
]
const illFormed = ['\ud800', 'a\udc00', '\udc00\ud800', '\u2028\udfff']

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...edges), fc.string({ unit: 'binary', maxLength: 8 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map(parts => parts.join('').replaceAll('\0', ''))

/** Each edge case alone, then mixed with arbitrary text. The seed makes failures repeatable. */
const texts = [...edges, ...fc.sample(anyText, { seed: 2028, numRuns: 60 })]

test('an export with any text in any field becomes ready, is valid and contains the text as sent', async () => {
  await using p = await boot()
  const cookies = Object.fromEntries(
    await Promise.all(
      ['admin', 'contributor', 'auditor'].map(async role => [role, await p.signIn(`${role}@acme.example`)]),
    ),
  ) as Record<string, string>
  const postAs = (role: string, path: string, body: object) =>
    p.call('POST', `/api/workspace/${path}`, { cookie: cookies[role] ?? '', body })
  const token = await p.token('acme-scanner')
  const claim = (key: string, text: string) =>
    p.call('POST', '/api/v1/governance/evidence/claims', {
      token,
      body: claimInput(key, {
        title: `t${text}t`,
        sourceResourceId: `s${text}`,
        sourceSnapshot: { [`k${text}`]: text },
        claimSnapshot: { list: [text, { text }] },
        reason: `the reason: ${text}r`,
      }),
    })

  for (const text of illFormed) assert.equal((await claim('ill-formed', text)).status, 400, JSON.stringify(text))
  const titles = new Map<string, string>()
  const requirements = new Map<string, string>()
  for (const [i, text] of texts.entries()) {
    const response = await claim(`claim-${i}`, text)
    assert.equal(response.status, 201, `${JSON.stringify(text)}: ${response.text}`)
    titles.set(response.body.id, `t${text}t`)
    if (i % 4 > 0) continue
    const created = await postAs('admin', 'evidence-requirements', {
      ...{ requirementKey: `R-${i}`, title: `t${text}t`, description: `d${text}`, status: 'active' },
      reason: `the reason: ${text}r`,
    })
    assert.equal(created.status, 201, `${JSON.stringify(text)}: ${created.text}`)
    requirements.set(created.body.id, `t${text}t`)
  }
  const filing = { requirementKey: 'S', title: 'a filing', submissionKind: 'regulatory_return', status: 'active' }
  const { body: requirement } = await postAs('admin', 'submission-requirements', {
    ...filing,
    reason: 'it must be filed',
  })
  const dueAt = iso(p.clock.now())
  const packageInput = { submissionRequirementId: requirement.id, packageKey: 'P', title: `p${edges.join(' ')}`, dueAt }
  const createdPackage = await postAs('admin', 'packages', {
    ...packageInput,
    title: packageInput.title.slice(0, 150),
    reason: '\u2028 the reason \u2029',
  })
  assert.equal(createdPackage.status, 201, createdPackage.text)
  const { announce, send } = prover(p, () => token)
  const [first = ''] = titles.keys()
  const names: string[] = []
  for (const edge of edges) {
    const file = textFile('line\u2028separator', `a${edge}b.txt`)
    const intent = await announce(first, file)
    assert.ok([201, 400].includes(intent.status), intent.text)
    if (intent.status === 400 || names.length === 8) continue
    assert.equal((await send(intent.body.upload.path, file)).status, 201, JSON.stringify(edge))
    names.push(file.name)
  }
  assert.ok(names.includes('a\u2028b.txt'))

  const { bytes } = await bundles(p, { cookie: cookies.auditor ?? '' }).make(
    { kind: 'everything' },
    { ledger: 'all', disclose: ['reason', 'detail'] },
  )
  const verified = await verify(bytes)
  assert.equal(verified.exit, 3, verified.text)
  const files = unzip(bytes)
  const readTitles = (family: string) =>
    new Map(
      linesOf(files, `data/records/${family}.jsonl`).map(({ record }) => [Object(record).id, Object(record).title]),
    )
  const claims = readTitles('claims')
  for (const [id, title] of titles) assert.equal(claims.get(id), title, id)
  const shownRequirements = readTitles('evidence-requirements')
  for (const [id, title] of requirements) assert.equal(shownRequirements.get(id), title, id)
})

test("a workspace's name takes one line of bag-info.txt, by every definition of a line end", async () => {
  await using p = await boot()
  const name = 'acme\u0085Payload-Oxum: 1.1\u2028\v\f\u001cBank'
  await p.sql("update organization set name = $1 where slug = 'acme'", [name])
  const cookie = await p.signIn('auditor@acme.example')
  const { bytes } = await bundles(p, { cookie }).make({ kind: 'everything' })
  const bag = unzip(bytes).get('bag-info.txt')?.toString() ?? ''
  assert.match(bag, /^Source-Organization: acme Payload-Oxum: 1\.1 Bank$/m)
  assert.doesNotMatch(bag.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Zp}]/u)
  assert.equal((await verify(bytes)).exit, 3)
})
