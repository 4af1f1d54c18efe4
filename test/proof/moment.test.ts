import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyBundle } from '#client/verify/bundle.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import { english, inLines } from '#client/verify/words.ts'
import { createMemorySource } from './forge-bundle.ts'
import { log } from './forger.ts'
import { type BundleContents, type ForgeableBundle, makeBundle, sealContents } from './make-bundle.ts'
import { zipOf } from './write-zip.ts'

const check = (bytes: Buffer, keys: readonly string[] = []) =>
  verifyBundle(createMemorySource(bytes), nodePrimitives, { keys, all: true })

/** Returns the bundle with changed files, signed again with the stolen key. */
const changeBundle = (original: ForgeableBundle, change: (contents: BundleContents) => void): Buffer => {
  const contents = new Map(original.contents)
  change(contents)
  sealContents(contents, original, original.bundleKey)
  return zipOf(contents)
}

test('an as-of bundle names its time, and shows no later row', async () => {
  const bundle = makeBundle({ asOf: true, unrelatedRows: 0, erased: 0, published: 0 })
  const report = await check(bundle.bytes, [bundle.bundleKey.vkey])
  assert.equal(report.result, 'proven')
  assert.match(
    inLines(english, report).join('\n'),
    /^records +holds .* match the ledger, as of 2026-11-22T04:00:02\.000Z$/m,
  )
  const laterRowBundle = changeBundle(bundle, contents => {
    const lines = (contents.get(log) ?? '').toString().split('\n').slice(0, -2)
    contents.set(log, Buffer.from(`${[...lines, bundle.laterLine].join('\n')}\n`))
    contents.set('data/left-out.jsonl', Buffer.alloc(0))
  })
  const { findings } = await check(laterRowBundle, [bundle.bundleKey.vkey])
  assert.deepEqual(
    findings.map(({ text }) => text),
    [
      `row ${bundle.size - 1} of the ledger was logged after the moment that the bundle is as of: at 2026-11-22T04:00:02.001Z`,
    ],
  )
  const badMoment = changeBundle(bundle, contents => contents.set('bag-info.txt', Buffer.from('As-Of: soon\n')))
  const codes = (await check(badMoment)).findings.map(({ code }) => code)
  assert.deepEqual(codes, ['bag-contradicts'])
})
