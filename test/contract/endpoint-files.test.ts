import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#src/features.ts'
import { endpointFiles, isInItsFile } from './endpoint-files.ts'

test('every operation is in the one file with its name', async () => {
  const filesByEndpoint = await endpointFiles()
  const misplaced = endpoints.flatMap(endpoint => {
    const files = filesByEndpoint.get(endpoint) ?? []
    const isInOneFile = files.length === 1 && files.every(file => isInItsFile(endpoint.name, file))
    return isInOneFile ? [] : [`${endpoint.name} is in ${files.map(({ file }) => file).join(' and ') || 'no file'}`]
  })
  assert.deepEqual(misplaced, [])
})

const cases: readonly [operation: string, file: string, name: string | undefined, isIn: boolean][] = [
  ['createClaim', 'features/evidence/claims/create-claim.ts', 'createClaim', true],
  ['createClaim', 'features/evidence/claims/create-claim.ts', 'claimCreation', false],
  ['createClaim', 'features/evidence/claims/claim.ts', 'createClaim', false],
  ['getEvidenceClaim', 'features/evidence/claims/claim.ts', undefined, true],
  ['listEvidenceClaims', 'features/evidence/claims/claim.ts', undefined, true],
  ['getPerson', 'features/access/person.ts', undefined, true],
  ['listVulnerabilities', 'features/governance/registers/vulnerability.ts', undefined, true],
  ['getPerson', 'features/access/son.ts', undefined, false],
  ['getEvidenceClaim', 'features/evidence/claims/claim.ts', 'getEvidenceClaim', false],
]

for (const [operation, file, name, isIn] of cases) {
  const exported = name === undefined ? 'of a family' : `exported as ${name}`
  test(`${operation}, ${exported}, ${isIn ? 'is' : 'is not'} in its file in ${file}`, () => {
    assert.equal(isInItsFile(operation, { file, name }), isIn)
  })
}
