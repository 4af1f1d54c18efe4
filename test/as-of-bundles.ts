/** Compares an as-of bundle with the lists of that time. */
import assert from 'node:assert/strict'
import { verifyBundle } from '#client/verify/bundle.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import { english, inLines } from '#client/verify/words.ts'
import { linesOf, unzip } from './bundles.ts'
import { createMemorySource } from './proof/forge-bundle.ts'
import type { WorkspaceClient } from './workspace-client.ts'

export type Fields = Readonly<Record<string, unknown>>
type Files = ReadonlyMap<string, Buffer>

export const recordsOf = (files: Files, family: string): Fields[] =>
  linesOf(files, `data/records/${family}.jsonl`).map(line => Object(line.record))

const contentsOf = (files: Files, path: string): Fields[] =>
  linesOf(files, path).flatMap(({ content }) => (content === undefined ? [] : [Object(content)]))

/** Returns the ledger rows that the bundle shows. */
export const rowsOf = (files: Files): Fields[] =>
  linesOf(files, 'data/ledger/log.jsonl').flatMap(({ leaf }) => (leaf === undefined ? [] : [Object(leaf).event]))

const omit = (record: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Returns the records of an as-of list, oldest first as in a bundle. Asserts that each record is proved. */
export const readListAsOf = async (
  client: WorkspaceClient,
  path: string,
  plural: string,
  at: string,
): Promise<Fields[]> => {
  const body = await client.get('auditor', `/as-of/${path}?limit=200&at=${at}`)
  assert.ok(body[plural].every((record: { proof: Fields }) => record.proof.state === 'proved'))
  return body[plural].toReversed()
}

/** Checks that an as-of bundle agrees with the lists of that time and shows no later row. */
export const assertAgreesWithLists = async (client: WorkspaceClient, at: string, bytes: Buffer): Promise<Files> => {
  const report = await verifyBundle(createMemorySource(bytes), nodePrimitives, { all: true })
  const text = inLines(english, report).join('\n')
  assert.equal(report.result, 'sound', text)
  assert.match(text, new RegExp(`as of ${at}`))
  const files = unzip(bytes)
  assert.match(files.get('bag-info.txt')?.toString() ?? '', new RegExp(`^As-Of: ${at}$`, 'm'))
  assert.match(files.get('data/index.html')?.toString() ?? '', new RegExp(`as of ${at}`))
  const claims = await readListAsOf(client, 'claims', 'claims', at)
  assert.deepEqual(
    recordsOf(files, 'claims'),
    claims.map(claim => omit(claim, 'valid', 'decision', 'proof')),
  )
  const decisions = claims.flatMap(({ id, decision }) =>
    decision ? [{ claimId: id, ...omit(Object(decision), 'reviewerName', 'proof') }] : [],
  )
  const reviews = contentsOf(files, 'data/decisions.jsonl').filter(({ reviewerId }) => reviewerId !== undefined)
  assert.deepEqual(
    reviews.map(review => omit(review, 'id')),
    decisions.map(decision => Object.fromEntries(Object.entries(decision).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  )
  const packages = await readListAsOf(client, 'packages', 'submissionPackages', at)
  assert.deepEqual(
    recordsOf(files, 'packages'),
    packages.map(record => omit(record, 'requirementTitle', 'proof')),
  )
  assert.deepEqual(
    rowsOf(files).filter(({ createdAt }) => String(createdAt) > at),
    [],
  )
  return files
}

/** Returns how many parts of a kind the bundle leaves out for a reason. */
export const countOmitted = (files: Files, kind: string, reason: string) =>
  linesOf(files, 'data/left-out.jsonl').find(line => line.kind === kind && line.reason === reason)?.count
