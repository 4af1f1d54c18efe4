import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import type { License } from './license.ts'
import { type ConfiguredLicense, type LicenseStatus, nextLicenseStatus } from './next-license-status.ts'
import { communityTerms } from './terms.ts'

const noon = Date.parse('2026-11-20T12:00:00.000Z')
const grants = { '*': { 'storage.s3': true } }

const createLicense = (id: string, from: number, until: number): License => ({
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

const first = createLicense('first', 0, 365)
const next = createLicense('next', 300, 700)
const initialStatus: LicenseStatus = {
  state: 'community',
  license: undefined,
  problem: null,
  terms: communityTerms,
  since: null,
  seenAt: null,
}
const missing = { problem: 'missing' } as const
const valid = (license: License) => ({ license })

type Step = readonly (readonly [
  onDay: number,
  configured: ConfiguredLicense,
  state: string,
  source: string,
  problem?: string,
])[]

const scenarios: Readonly<Record<string, Step>> = {
  'a renewal that is installed early waits for its first day': [
    [0, valid(first), 'valid', 'first'],
    [290, valid(next), 'valid', 'first'],
    [299, valid(next), 'valid', 'first'],
    [300, valid(next), 'valid', 'next'],
    [400, valid(next), 'valid', 'next'],
    [711, valid(next), 'grace', 'next'],
  ],
  'a renewal can come after the end of the previous license': [
    [0, valid(first), 'valid', 'first'],
    [400, valid(first), 'expired', 'none'],
    [401, valid(createLicense('late', 410, 800)), 'not_yet_valid', 'none'],
    [410, valid(createLicense('late', 410, 800)), 'valid', 'late'],
  ],
  'the last valid license continues through its states': [
    [0, valid(first), 'valid', 'first'],
    [1, missing, 'valid', 'first', 'missing'],
    [340, missing, 'expiring', 'first', 'missing'],
    [370, missing, 'grace', 'first', 'missing'],
    [396, missing, 'expired', 'none', 'missing'],
  ],
  'without the variable the community license applies, regardless of the past': [
    [0, valid(first), 'valid', 'first'],
    [400, valid(first), 'expired', 'none'],
    [401, 'community', 'community', 'community'],
    [402, valid(first), 'expired', 'none'],
  ],
  'a license that was never valid changes nothing for 30 days': [
    [0, missing, 'invalid', 'community', 'missing'],
    [29, { problem: 'signature' }, 'invalid', 'community', 'signature'],
    [30, missing, 'invalid', 'none', 'missing'],
    [31, valid(first), 'valid', 'first'],
  ],
  'a license that starts in the future changes nothing': [
    [-5, valid(first), 'not_yet_valid', 'community'],
    [0, valid(first), 'valid', 'first'],
  ],
  'setting the clock back does not extend a license': [
    [396, valid(first), 'expired', 'none'],
    [395.5, valid(first), 'expired', 'none'],
    [100, valid(first), 'expired', 'none', 'clock'],
    [100, missing, 'expired', 'none', 'missing'],
    [100, valid(next), 'valid', 'next', 'clock'],
    [397, valid(next), 'valid', 'next'],
  ],
  'a clock that was wrong once does not invalidate later licenses': [
    [5000, valid(first), 'expired', 'none'],
    [10, valid(first), 'expired', 'none', 'clock'],
    [11, valid(createLicense('later', 0, 366)), 'valid', 'later'],
    [12, valid(createLicense('later', 0, 366)), 'valid', 'later'],
  ],
  'a shorter license replaces a longer one': [
    [0, valid(first), 'valid', 'first'],
    [1, valid(createLicense('short', 0, 20)), 'expiring', 'short'],
    [21, valid(createLicense('short', 0, 20)), 'grace', 'short'],
  ],
}

for (const [title, steps] of Object.entries(scenarios))
  test(title, () => {
    let status = initialStatus
    for (const [onDay, configured, state, source, problem = null] of steps) {
      status = nextLicenseStatus(status, configured, noon + onDay * day)
      assert.deepEqual([status.state, status.terms.source, status.problem], [state, source, problem], `${onDay}`)
    }
  })

test('a status has the time of its last change, and the end of its terms', () => {
  const entered = nextLicenseStatus(initialStatus, valid(first), noon + day)
  const nextStatus = nextLicenseStatus(entered, valid(first), noon + 2 * day)
  assert.deepEqual([nextStatus.since, nextStatus.terms.until], [noon + day, iso(noon + 395 * day)])
})
