import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'
import { basics } from '#test/storage/probe-cases.ts'
import { s3Suite } from '#test/storage/s3-suite.ts'

const reported = {
  'public-access-block': 'failed',
  'encryption-at-rest': 'unknown',
  // Ceph calls its region `default`, regardless of the region in the signature.
  region: 'failed',
  'least-rights': 'failed',
}

s3Suite('Ceph', {
  skip: skipWithoutCeph,
  start: startCeph,
  expected: {
    plain: { ...basics, ...reported },
    locked: { ...basics, versioning: 'passed', lock: 'passed', ...reported },
    isUsable: { plain: true, locked: true },
  },
})
