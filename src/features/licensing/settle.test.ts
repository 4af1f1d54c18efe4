import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import type { License } from './license.ts'
import { type ConfiguredLicense, type LicenseStatus, settle } from './settle.ts'
import { community } from './terms.ts'

const noon = Date.parse('2026-11-20T12:00:00.000Z')
const grants = { '*': { 'storage.s3': true } }

const lasting = (id: string, from: number, until: number): License => ({
  token: id,
  id,
  plan: 'enterprise',
  holder: null,
  audience: null,
  from: noon + from * day,
  until: noon + until * day,
  graceUntil: noon + (until + 30) * day,
  entitlements: grants,
})

const first = lasting('first', 0, 365)
const next = lasting('next', 300, 700)
const fresh: LicenseStatus = {
  state: 'community',
  license: undefined,
  problem: null,
  terms: community,
  since: null,
  seenAt: null,
}
const gone = { problem: 'missing' } as const
const good = (license: License) => ({ license })

type Looks = readonly (readonly [
  onDay: number,
  reading: ConfiguredLicense,
  state: string,
  source: string,
  problem?: string,
])[]

const courses: Readonly<Record<string, Looks>> = {
  'a renewal that is installed early waits for its first day': [
    [0, good(first), 'valid', 'first'],
    [290, good(next), 'valid', 'first'],
    [299, good(next), 'valid', 'first'],
    [300, good(next), 'valid', 'next'],
    [400, good(next), 'valid', 'next'],
    [711, good(next), 'grace', 'next'],
  ],
  'a renewal can come after the end of the previous license': [
    [0, good(first), 'valid', 'first'],
    [400, good(first), 'expired', 'none'],
    [401, good(lasting('late', 410, 800)), 'not_yet_valid', 'none'],
    [410, good(lasting('late', 410, 800)), 'valid', 'late'],
  ],
  'the last valid license continues through its states': [
    [0, good(first), 'valid', 'first'],
    [1, gone, 'valid', 'first', 'missing'],
    [340, gone, 'expiring', 'first', 'missing'],
    [370, gone, 'grace', 'first', 'missing'],
    [396, gone, 'expired', 'none', 'missing'],
  ],
  'without the variable the community license applies, regardless of the past': [
    [0, good(first), 'valid', 'first'],
    [400, good(first), 'expired', 'none'],
    [401, 'community', 'community', 'community'],
    [402, good(first), 'expired', 'none'],
  ],
  'a license that was never valid changes nothing for 30 days': [
    [0, gone, 'invalid', 'community', 'missing'],
    [29, { problem: 'signature' }, 'invalid', 'community', 'signature'],
    [30, gone, 'invalid', 'none', 'missing'],
    [31, good(first), 'valid', 'first'],
  ],
  'a license that starts in the future changes nothing': [
    [-5, good(first), 'not_yet_valid', 'community'],
    [0, good(first), 'valid', 'first'],
  ],
  'setting the clock back does not extend a license': [
    [396, good(first), 'expired', 'none'],
    [395.5, good(first), 'expired', 'none'],
    [100, good(first), 'expired', 'none', 'clock'],
    [100, gone, 'expired', 'none', 'missing'],
    [100, good(next), 'valid', 'next', 'clock'],
    [397, good(next), 'valid', 'next'],
  ],
  'a clock that was wrong once does not invalidate later licenses': [
    [5000, good(first), 'expired', 'none'],
    [10, good(first), 'expired', 'none', 'clock'],
    [11, good(lasting('later', 0, 366)), 'valid', 'later'],
    [12, good(lasting('later', 0, 366)), 'valid', 'later'],
  ],
  'a shorter license replaces a longer one': [
    [0, good(first), 'valid', 'first'],
    [1, good(lasting('short', 0, 20)), 'expiring', 'short'],
    [21, good(lasting('short', 0, 20)), 'grace', 'short'],
  ],
}

for (const [what, looks] of Object.entries(courses))
  test(what, () => {
    let standing = fresh
    for (const [onDay, reading, state, source, problem = null] of looks) {
      standing = settle(standing, reading, noon + onDay * day)
      assert.deepEqual([standing.state, standing.terms.source, standing.problem], [state, source, problem], `${onDay}`)
    }
  })

test('a status has the time of its last change, and the end of its terms', () => {
  const begun = settle(fresh, good(first), noon + day)
  const later = settle(begun, good(first), noon + 2 * day)
  assert.deepEqual([later.since, later.terms.until], [noon + day, iso(noon + 395 * day)])
})
