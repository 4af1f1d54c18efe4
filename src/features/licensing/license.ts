import { type Static, Type } from 'typebox'
import { Line } from '#http/schema.ts'
import { day, second } from '#lib/clock.ts'

export const licenseStates = Object.freeze([
  'community',
  'valid',
  'expiring',
  'grace',
  'expired',
  'invalid',
  'not_yet_valid',
] as const)

export type LicenseState = (typeof licenseStates)[number]

/** The problems of a configured license, with sentences for the command line. */
export const licenseProblems = Object.freeze({
  missing: 'No file exists at this path.',
  unreadable: 'The file cannot be read, or is not a regular file of at most 64 KiB.',
  no_key: 'PROBATA_LICENSE_PUBLIC_KEY is not set, or is not an Ed25519 key.',
  format: 'The file must contain exactly one compact JWS.',
  algorithm: 'It is not signed with EdDSA, the only accepted algorithm.',
  type: 'Its type is not probata-license+jwt.',
  signature: 'The signature does not match the configured key and this text.',
  issuer: 'It was not issued by probata.',
  claims: 'Its claims are not those of a license.',
  audience: 'It is bound to another install.',
  clock: 'The clock was set back by more than a day, which does not extend a license.',
} as const)

export type LicenseProblem = keyof typeof licenseProblems

const Seconds = Type.Integer({ minimum: 0, maximum: 253_000_000_000, description: 'Seconds since 1970.' })
/** The id of an install, which `probata license show` prints. */
const InstallId = Type.String({ pattern: '^[\\w.:-]{1,100}$' })

const maxOrganizations = 10_000

/** A grant of a capability: unlimited, none, or a limit. */
export const LicenseGrant = Type.Union([
  Type.Boolean(),
  Type.Object({ limit: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }) }),
])

/** The grants by capability, including capabilities that only later releases know. */
const Grants = Type.Record(Type.String({ maxLength: 100 }), LicenseGrant, { maxProperties: 1000 })

export const issuer = 'probata'

/** The claims of a license token, which may also have other claims. */
export const LicenseClaims = Type.Object({
  jti: Type.String({ pattern: '^[\\w.:-]{1,100}$' }),
  sub: Type.Optional(Line(200, 'The holder of the license.')),
  aud: Type.Optional(
    Type.Union([InstallId, Type.Array(InstallId, { minItems: 1, maxItems: 1000 })], {
      description: 'The installs to which the license is bound; any install if omitted.',
    }),
  ),
  nbf: Seconds,
  exp: Seconds,
  plan: Line(100),
  graceDays: Type.Integer({ minimum: 0, maximum: 365, default: 30 }),
  entitlements: Type.Record(Type.String({ minLength: 1, maxLength: 63 }), Grants, {
    maxProperties: maxOrganizations,
    description: 'The grants by organization slug; `*` for all others.',
  }),
})

type Claims = Static<typeof LicenseClaims>

/** A license with a valid signature. Times are in milliseconds since 1970. */
export interface License {
  readonly token: string
  readonly id: string
  readonly plan: string
  readonly holder: string | null
  readonly from: number
  readonly until: number
  readonly graceUntil: number
  readonly entitlements: Claims['entitlements']
  /** The installs to which the license is bound; null for any install. */
  readonly audience: readonly string[] | null
}

export const toLicense = (token: string, claims: Claims): License => ({
  token,
  id: claims.jti,
  plan: claims.plan,
  holder: claims.sub ?? null,
  from: claims.nbf * second,
  until: claims.exp * second,
  graceUntil: claims.exp * second + claims.graceDays * day,
  entitlements: claims.entitlements,
  audience: claims.aud === undefined ? null : [claims.aud].flat(),
})

const warningPeriod = 30 * day

/** The states of a license in order, each with its end. */
const stateEnds: readonly (readonly [LicenseState, endsAt: (license: License) => number])[] = [
  ['not_yet_valid', ({ from }) => from],
  ['valid', ({ until }) => until - warningPeriod],
  ['expiring', ({ until }) => until],
  ['grace', ({ graceUntil }) => graceUntil],
]

export const licenseStateAt = (license: License, now: number): LicenseState =>
  stateEnds.find(([, endsAt]) => now < endsAt(license))?.[0] ?? 'expired'
