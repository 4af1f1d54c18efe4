import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { verifyBundle } from '#client/verify/bundle.ts'
import { runVerify, type VerifyOptions } from '#client/verify/command.ts'
import { openJudge } from '#client/verify/judge.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import type { Report } from '#client/verify/report.ts'
import { machineTime } from '#test/time-ahead.ts'
import { type Authority, openAuthority } from './authority.ts'
import { createMemorySource } from './forge-bundle.ts'
import { isShownLine, log } from './forger.ts'
import { type BundleContents, type BundleShape, type ForgeableBundle, makeBundle, sealContents } from './make-bundle.ts'
import { checkpointText, noteOf, signerOf } from './write-note.ts'
import { zipOf } from './write-zip.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-verify-'))
after(() => folder.remove())
const writeFile = (name: string, content: Buffer | string): string => {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

const bundle = makeBundle({ claims: 3, attachmentsEach: 2, unrelatedRows: 9 })
const file = writeFile('sound.asice', bundle.bytes)
const keys = writeFile('keys.txt', `${bundle.bundleKey.vkey}\n`)

const run = async (path: string, options: VerifyOptions = {}) => {
  const lines: string[] = []
  const exit = await runVerify(path, options, text => lines.push(text))
  return { exit, text: lines.join('\n') }
}

const check = (bytes: Buffer, options: Parameters<typeof verifyBundle>[2] = {}): Promise<Report> =>
  verifyBundle(createMemorySource(bytes), nodePrimitives, options)

/** Returns the bundle with changed files, signed again with the stolen key. */
const changeBundle = (original: ForgeableBundle, change: (contents: BundleContents) => void): Buffer => {
  const contents = new Map(original.contents)
  change(contents)
  sealContents(contents, original, original.bundleKey)
  return zipOf(contents)
}

describe('exit codes', () => {
  const checkpointPath = writeFile('checkpoint.txt', bundle.checkpoint)
  const editCheckpoint = (edit: (text: string) => string) =>
    noteOf(edit(bundle.checkpoint.split('\n\n')[0] ?? ''), bundle.checkpointKey)
  const largerCheckpoint = writeFile(
    'larger.txt',
    editCheckpoint(text => `${text.replace(`\n${bundle.size}\n`, `\n${bundle.size + 1}\n`)}\n`),
  )
  const betweenRows = writeFile(
    'between.txt',
    editCheckpoint(text => `${text.replace(`\n${bundle.size}\n`, '\n3\n')}\n`),
  )
  const otherHistory = writeFile(
    'other.txt',
    noteOf(checkpointText(bundle.origin, bundle.size, Buffer.alloc(32)), bundle.checkpointKey),
  )
  const otherLedger = writeFile(
    'elsewhere.txt',
    noteOf(checkpointText('a/ledger/b/1', 1, Buffer.alloc(32)), bundle.checkpointKey),
  )
  const alteredBytes = Buffer.from(bundle.bytes)
  alteredBytes[bundle.bytes.indexOf('<title>')] = 0
  const alteredFile = writeFile('altered.asice', alteredBytes)
  const unknownKeys = writeFile('unknown-keys.txt', `${signerOf(bundle.bundleKey.name).vkey}\n`)

  const cases: readonly [string, string, VerifyOptions, number, RegExp][] = [
    ['a named key proves it', file, { key: [keys] }, 0, /^PROVEN/],
    ['a key may be given as text', file, { key: [bundle.bundleKey.vkey] }, 0, /^PROVEN/],
    ['one of several keys is enough', file, { key: [unknownKeys, keys] }, 0, /^PROVEN/],
    ['without a key the bundle is only consistent', file, {}, 3, /^SOUND, NOT PROVEN[\s\S]*\/bundles\+[0-9a-f]{8}\+/],
    [
      'the key of checkpoints proves no bundle',
      file,
      { key: [bundle.checkpointKey.vkey] },
      1,
      /none of the keys that you named/,
    ],
    ['the key of a stranger', file, { key: [unknownKeys] }, 1, /signature +BROKEN .* none of the keys that you named/],
    [
      'a checkpoint that is part of it',
      file,
      { key: [keys], checkpoint: [checkpointPath] },
      0,
      /your checkpoint of size \d+ is part/,
    ],
    ['a checkpoint of another history', file, { key: [keys], checkpoint: [otherHistory] }, 1, /history was rewritten/],
    [
      'a newer checkpoint',
      file,
      { key: [keys], checkpoint: [largerCheckpoint] },
      4,
      /^SOUND, BUT NOT MATCHED[\s\S]*newer than the bundle/,
    ],
    [
      'a checkpoint between rows',
      file,
      { key: [keys], checkpoint: [checkpointPath, betweenRows] },
      4,
      /falls within omitted rows/,
    ],
    ['a checkpoint of another ledger', file, { checkpoint: [otherLedger] }, 4, /belongs to a different ledger/],
    [
      'an altered file is named',
      alteredFile,
      { key: [keys] },
      1,
      /^ALTERED[\s\S]*files +BROKEN +data\/index.html is altered/,
    ],
    ['a file that is not a bundle', keys, {}, 2, /^This is not an audit bundle/],
    ['an empty file', writeFile('empty', ''), {}, 2, /^This is not an audit bundle/],
    ['a missing file', join(folder.path, 'none'), {}, 2, /none cannot be read: ENOENT/],
    ['a folder', folder.path, {}, 2, /cannot be read: EISDIR/],
    [
      'a file that contains no key',
      file,
      { key: [writeFile('nokey.txt', 'abc\n')] },
      2,
      /has a line that is not a key: abc/,
    ],
    ['a file without keys', file, { key: [writeFile('nokeys.txt', '\n')] }, 2, /contains no key/],
    [
      'a key with a wrong id',
      file,
      { key: [writeFile('id.txt', bundle.bundleKey.vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+'))] },
      2,
      /not a key/,
    ],
    ['a file that is not a checkpoint', file, { checkpoint: [keys] }, 2, /keys.txt is not a checkpoint/],
    ['a file without certificates', file, { ca: keys }, 2, /is not a PEM file of certificates/],
  ]
  for (const [name, path, options, exit, pattern] of cases) {
    test(`${exit}: ${name}`, async () => {
      const outcome = await run(path, options)
      assert.match(outcome.text, pattern)
      assert.equal(outcome.exit, exit)
    })
  }
})

test('the JSON report has every part, and every finding with --all', async () => {
  const brokenBundle = changeBundle(bundle, contents => {
    contents.set('data/left-out.jsonl', Buffer.from('{"count":1,"kind":"ledger rows","reason":"pruned"}\n'))
    contents.set('data/decisions.jsonl', Buffer.from('{}\n'))
  })
  const path = writeFile('two.asice', brokenBundle)
  const defaultReport: Report = JSON.parse((await run(path, { json: true })).text)
  const fullReport: Report = JSON.parse((await run(path, { json: true, all: true })).text)
  assert.deepEqual(
    defaultReport.findings.map(({ code }) => code),
    ['line-malformed'],
  )
  assert.deepEqual(
    fullReport.findings.map(({ section, code }) => [section, code]),
    [
      ['decisions', 'line-malformed'],
      ['left out', 'left-out-wrong'],
    ],
  )
  const states = fullReport.parts.map(({ section, state }) => `${section}: ${state}`)
  assert.deepEqual(states, [
    'container: holds',
    'signature: holds',
    'files: holds',
    'ledger: holds',
    'records: holds',
    'decisions: broken',
    'time: absent',
    'left out: broken',
  ])
  assert.equal(defaultReport.parts.at(-1)?.state, 'not checked')
})

const shapes: readonly [string, BundleShape][] = [
  ['nothing in it', { claims: 0, published: 0, erased: 0 }],
  ['one row', { claims: 1, attachmentsEach: 0, unrelatedRows: 0, erased: 0, published: 0 }],
  ['every row shown', { claims: 5, unrelatedRows: 0 }],
  ['rows that retention removed', { unrelatedRows: 20, pruned: 20 }],
  ['no reason shown', { disclose: false, erased: 0 }],
  ['every reason erased', { claims: 2, erased: 99 }],
  ['many checkpoints', { claims: 9, unrelatedRows: 5, published: 40 }],
  ['thousands of rows', { claims: 300, unrelatedRows: 20, attachmentsEach: 0 }],
]
for (const [name, shape] of shapes) {
  test(`a bundle with ${name} is proven`, async () => {
    const bundle = makeBundle(shape)
    const report = await check(bundle.bytes, { keys: [bundle.bundleKey.vkey], all: true })
    assert.deepEqual(report.findings, [])
    assert.equal(report.result, 'proven')
  })
}

test('erased and omitted items are counted', async () => {
  const bundle = makeBundle({ claims: 4, unrelatedRows: 6, erased: 2, pruned: 5 })
  const { parts } = await check(bundle.bytes, {})
  const facts = Object.fromEntries(parts.map(part => [part.section, part.facts])) as Record<
    string,
    Record<string, unknown>
  >
  assert.deepEqual(
    [facts.ledger?.rowsLeftOut, facts.ledger?.rowsShown, facts.ledger?.fieldsErased, facts.records?.attachments],
    [24, 12, 2, 4],
  )
  assert.deepEqual(facts['left out']?.items, [
    { kind: 'ledger rows', reason: 'outside the scope', count: 19 },
    { kind: 'ledger rows', reason: 'pruned', count: 5 },
    { kind: 'reasons', reason: 'erased', count: 2 },
  ])
})

test('a file that this version does not know is covered like any other', async () => {
  const extendedBundle = changeBundle(bundle, contents => contents.set('data/zz-oscal.json', Buffer.from('{}')))
  assert.equal((await check(extendedBundle, { keys: [bundle.bundleKey.vkey] })).result, 'proven')
})

test('unlimited nesting is a finding, not a crash', async () => {
  const deeplyNestedBundle = changeBundle(bundle, contents => {
    const [first = '', ...rest] = (contents.get(log) ?? '')
      .toString()
      .split('\n')
      .toSorted((a, b) => Number(isShownLine(b)) - Number(isShownLine(a)))
    contents.set(
      log,
      Buffer.from([first.replace('"v":1', `"v":${'['.repeat(1e6)}${']'.repeat(1e6)}`), ...rest].join('\n')),
    )
  })
  assert.equal((await check(deeplyNestedBundle)).result, 'altered')
})

let authority: Authority | undefined
try {
  authority = openAuthority()
} catch {
  authority = undefined
}
after(() => authority?.[Symbol.dispose]())

describe('e-seal and time-stamp', authority ? {} : { skip: 'openssl is not installed' }, () => {
  const sealedBundle = authority ? makeBundle({ authority }) : bundle
  const path = writeFile('sealed.asice', sealedBundle.bytes)
  const key = [sealedBundle.bundleKey.vkey]
  const ca = authority?.root ?? ''

  test('are valid with a named root', async () => {
    const outcome = await run(path, { key, ca })
    assert.match(outcome.text, /time +holds .*e-seal holds, by Acme e-seal.*time-stamp of \S+ holds, by Test TSA/)
    assert.equal(outcome.exit, 0)
  })

  test('are reported as not validated without a root', async () => {
    const outcome = await run(path, { key })
    assert.match(outcome.text, /time +not validated .*its authority was not checked/)
    assert.equal(outcome.exit, 0)
  })

  test('do not prove the bundle with another root', async () => {
    using stranger = openAuthority()
    const outcome = await run(path, { key, ca: stranger.root })
    assert.match(
      outcome.text,
      /^SOUND, NOT FULLY PROVEN[\s\S]*cannot be validated: no certificate that you gave leads to it/,
    )
    assert.equal(outcome.exit, 3)
  })

  test('do not prove the bundle if they are missing', async () => {
    const outcome = await run(file, { key: [keys], ca })
    assert.match(outcome.text, /^SOUND, NOT FULLY PROVEN[\s\S]*no e-seal or time-stamp to check/)
    assert.equal(outcome.exit, 3)
  })

  test("cannot be validated after the authority's certificate expires", async () => {
    const judge = openJudge(readFileSync(ca, 'utf8'), new Date(machineTime() + 4000 * 86_400_000))
    const { result, parts } = await check(sealedBundle.bytes, { keys: key, judge })
    assert.equal(result, 'unjudged')
    assert.match(JSON.stringify(parts), /its certificate ended on 20/)
  })

  test('are invalid with a replaced inner signature', async () => {
    const brokenSeal = changeBundle(sealedBundle, contents => {
      const seal = Buffer.from(contents.get('META-INF/signature001.p7s') ?? '')
      seal[seal.length - 3] = (seal[seal.length - 3] as number) ^ 1
      contents.set('META-INF/signature001.p7s', seal)
    })
    const judge = openJudge(readFileSync(ca, 'utf8'))
    const { findings } = await check(brokenSeal, { keys: key, judge })
    assert.deepEqual(
      findings.map(({ text }) => text),
      ['META-INF/signature001.p7s is not valid: its signature is not valid'],
    )
  })
})
