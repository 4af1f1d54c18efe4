import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { read } from './small-profile.ts'

const readGzippedJson = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, name))).toString())

describe('NIST baselines', () => {
  const outline = readGzippedJson('nist-800-53-rev5-outline.json.gz')
  const baselines: Record<string, { profile: object; resolved: [id: string, parent: string | null][] }> =
    readGzippedJson('nist-800-53-rev5-baselines.json.gz')
  const counts = { HIGH: 370, MODERATE: 287, LOW: 149, PRIVACY: 102 }
  for (const [name, count] of Object.entries(counts))
    test(`${name} selects the controls of NIST's own resolution, in its order`, async () => {
      const { profile, resolved = [] } = baselines[name] ?? {}
      const { clauses, missing } = await read(profile ?? {}, outline)
      assert.deepEqual(missing, [])
      assert.deepEqual(
        clauses.map(({ clauseKey, parentKey }) => [clauseKey, parentKey]),
        resolved,
      )
      assert.equal(resolved.filter(([id]) => id.includes('-')).length, count)
    })

  test('with part of the catalog, the missing controls are reported', async () => {
    const part = JSON.parse(readFileSync(join(import.meta.dirname, 'nist-800-53-moderate-part.json'), 'utf8'))
    const { clauses, missing } = await read(baselines.LOW?.profile ?? {}, part)
    const names = missing.flatMap(({ names }) => names)
    assert.deepEqual(
      missing.map(({ kind }) => kind),
      ['controls'],
    )
    assert.equal(clauses.filter(({ clauseKey }) => clauseKey.includes('-')).length + names.length, counts.LOW)
    assert.ok(names.includes('si-12') && !names.includes('ac-1'))
  })
})
