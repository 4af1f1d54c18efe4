import { type Static, Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { factorDue } from '#http/factor-rules.ts'
import { readRecord } from '#http/record.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { hour, iso } from '#lib/clock.ts'
import type { Sealer } from '#lib/sealed.ts'
import { Person, SecondFactor } from './person.ts'
import { SignedInWith } from './signed-in-with.ts'

export const lifetime = 12 * hour

/** The signed-in person, their workspace, and the end of the session. */
export const Session = Type.Object(
  {
    person: Person,
    organization: Type.Object({ id: Id('org'), slug: Type.String(), name: Type.String() }),
    secondFactor: SecondFactor,
    signedInWith: SignedInWith,
    expiresAt: Timestamp,
    secondFactorDue: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Present if the workspace requires a second factor that the person does not have: from then on, nothing else works.',
      }),
    ),
    custodiansApplyFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Present if others could act as the person, who has not proved a second factor to be theirs: from then on, neither decides anything of the other.',
      }),
    ),
    insecure: Type.Boolean({
      description: 'Signed in over plain http from another machine: password and cookie could be read in transit.',
    }),
    draftKey: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description:
        'Encrypts unsent input of this person where a browser stores it; the same in each of their sessions. 32 bytes, base64url.',
    }),
  },
  { title: 'Session' },
)

type Derived = 'person' | 'secondFactor' | 'secondFactorDue' | 'custodiansApplyFrom' | 'draftKey'

interface Rest extends Omit<Static<typeof Session>, Derived> {
  /** The rules of the workspace, as they are stored. */
  readonly factorRules: string
  /** When the first custodian of the person begins to count; null without one. */
  readonly custodiansFrom: Date | null
}

/** The Session of a person, from the stored record. */
export const renderSession = (
  sealer: Sealer,
  record: string,
  { factorRules, custodiansFrom, ...session }: Rest,
): Rendered => {
  const { organization, signedInWith, expiresAt, insecure } = session
  const { id, secondFactor, role } = readRecord(Person, record)
  const rules = secondFactor === 'none' ? factorRules : null
  const due = factorDue({ rules, role, openedWith: signedInWith })
  const secondFactorDue = due === undefined ? undefined : iso(due)
  const custodiansApplyFrom = custodiansFrom ? iso(custodiansFrom.getTime()) : undefined
  const draftKey = sealer.keyFor({ organization: organization.id, record: id, field: 'draft' }).toString('base64url')
  const rest = JSON.stringify({
    ...{ organization, secondFactor, signedInWith, expiresAt, secondFactorDue },
    ...{ custodiansApplyFrom, insecure, draftKey },
  })
  return new Rendered(`{"person":${record},${rest.slice(1)}`)
}
