/** The master key of every node in a test. */
export const testMasterKey = Buffer.alloc(32, 7).toString('base64')

// Limits that are high enough to be reached only by the tests of rate limits.
const roomyLimits = 'token-read=1000000,token-write=1000000,org=1000000,token-issuance=1000000,scim=1000000'

export const testEnvironment = {
  PORT: '0',
  PROBATA_MASTER_KEY: testMasterKey,
  PROBATA_ROLES: 'api',
  PROBATA_RATE_LIMITS: roomyLimits,
  // Sessions stay open that long without use, because tests advance the clock by hours.
  PROBATA_SESSION_IDLE_MINUTES: '720',
} as const
