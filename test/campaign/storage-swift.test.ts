import { basics } from '#test/storage/probe-cases.ts'
import { s3Suite } from '#test/storage/s3-suite.ts'
import { skipWithoutSwift, startSwift } from '#test/storage/swift.ts'

const reported = {
  'public-access-block': 'unknown',
  'encryption-at-rest': 'unknown',
  region: 'unknown',
  'least-rights': 'failed',
}

s3Suite('Swift', {
  skip: skipWithoutSwift,
  start: startSwift,
  expected: {
    plain: { ...basics, ...reported },
    // Swift accepts a lock for an object, but still removes the object immediately.
    locked: { ...basics, versioning: 'failed unsupported', lock: 'failed unsupported', ...reported },
    isUsable: { plain: true, locked: false },
  },
})
