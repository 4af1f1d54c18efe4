import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'
import { file } from './small-profile.ts'

const {
  documents,
  expected,
}: Record<'documents' | 'expected', Record<string, object>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'nist-profile-resolution.json'), 'utf8'),
)

const names = Object.keys(documents)
/** Returns a document under the name that publishers use for JSON, although profiles refer to it as XML. */
const documentNamed = (name: string) => file(name.replace(/xml$/, 'json'), documents[name])
const catalogs = names.filter(name => name.endsWith('_catalog.xml'))

/**
 * The reasons for which our import rejects profiles. NIST's resolver only warns, and returns a catalog without
 * controls.
 */
const rejectionReasons: Readonly<Record<string, Reason>> = {
  'broken_profile.xml': 'importMissing',
  'circular_profile.xml': 'circular',
  'home_profile.xml': 'circular',
  // The pattern `^a` of this profile is not a glob. It matches nothing in NIST's result either.
  'include-match-test_profile.xml': 'noneSelected',
}

describe("NIST's examples of profile resolution", () => {
  assert.equal(Object.keys(expected).length, 18)
  for (const [name, resolved] of Object.entries(expected)) {
    const companions = (...moreNames: readonly string[]) => ({
      catalogs: [...catalogs, ...moreNames].map(documentNamed),
    })
    const reason = rejectionReasons[name]
    if (reason !== undefined) {
      test(`${name} is rejected`, async () => {
        const otherNames = reason === 'circular' ? ['circular_profile.xml', 'home_profile.xml'] : []
        await assert.rejects(
          readClauseFile(documentNamed(name), companions(...otherNames)),
          error => error instanceof UnreadableFile && error.reason === reason,
        )
      })
      continue
    }
    test(`${name} is resolved as by NIST`, async () => {
      const { clauses, missing } = await readClauseFile(documentNamed(name), companions())
      const nistClauses = await readClauseFile(file('resolved.json', resolved))
      // If a profile includes a control twice, NIST's result for `keep` repeats the control. The import reports the
      // repetition and keeps one clause.
      const distinctClauses = nistClauses.clauses.filter(({ clauseKey }) => !clauseKey.includes('#'))
      assert.deepEqual(clauses, distinctClauses)
      const repeatedKeys = nistClauses.clauses.flatMap(({ clauseKey }) =>
        clauseKey.endsWith('#2') ? [clauseKey.slice(0, -2)] : [],
      )
      const namesOf = (kind: string) => missing.flatMap(entry => (entry.kind === kind ? entry.names : []))
      assert.deepEqual(namesOf('repeated'), repeatedKeys)
      assert.equal(namesOf('unused').length, catalogs.length - 1)
    })
  }
})
