import { type Static, Type } from 'typebox'
import { factorDue } from '#http/factor-rules.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { hour, iso } from '#lib/clock.ts'
import type { Sealer } from '#lib/sealed.ts'
import { Display } from './display.ts'
import { Person, SecondFactor } from './person.ts'
import { SignedInWith } from './signed-in-with.ts'

export const sessionLifetime = 12 * hour

/** The signed-in person, their workspace, and the end of the session. */
export const Session = Type.Object(
  {
    person: Person,
    organization: Type.Object({
      id: Id('org'),
      slug: Type.String(),
      name: Type.String(),
      sample: Type.Optional(
        Type.Literal(true, { description: 'The workspace contains sample data: nothing in it is real.' }),
      ),
    }),
    secondFactor: SecondFactor,
    signedInWith: SignedInWith,
    expiresAt: Timestamp,
    secondFactorDue: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Present if the workspace requires a second factor that the person does not have. From this time, the session only allows setting one up.',
      }),
    ),
    custodiansApplyFrom: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          "Present if other people could act as this person because no second factor is confirmed as theirs. From this time, neither may decide on the other's work.",
      }),
    ),
    display: Display,
    insecure: Type.Boolean({
      description:
        'Signed in over plain http from another machine: the password and the cookie can be read in transit.',
    }),
    draftKey: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description:
        "Encrypts the person's unsent input where a browser stores it. All sessions of this person have the same key: 32 bytes, base64url.",
    }),
    maxUploadBytes: Type.Integer({ description: 'The maximum size of one attached file, in bytes.' }),
  },
  { title: 'Session' },
)

type DerivedField = 'person' | 'secondFactor' | 'secondFactorDue' | 'custodiansApplyFrom' | 'draftKey'

interface SessionInput extends Omit<Static<typeof Session>, DerivedField> {
  /** The workspace's second-factor rules, as stored. */
  readonly factorRules: string
  /** When the person's first custodian takes effect; null if there are no custodians. */
  readonly custodiansFrom: Date | null
}

/** Renders a person's session from the stored record. */
export const renderSession = (
  sealer: Sealer,
  record: string,
  { factorRules, custodiansFrom, ...session }: SessionInput,
): Rendered => {
  const { organization, signedInWith, expiresAt, display, insecure, maxUploadBytes } = session
  const { id, secondFactor, role } = readRecord(Person, record)
  const rules = secondFactor === 'none' ? factorRules : null
  const due = factorDue({ rules, role, openedWith: signedInWith })
  const secondFactorDue = due === undefined ? undefined : iso(due)
  const custodiansApplyFrom = custodiansFrom ? iso(custodiansFrom.getTime()) : undefined
  const draftKey = sealer.keyFor({ organization: organization.id, record: id, field: 'draft' }).toString('base64url')
  const otherFields = JSON.stringify({
    ...{ organization, secondFactor, signedInWith, expiresAt, secondFactorDue },
    ...{ custodiansApplyFrom, display, insecure, draftKey, maxUploadBytes },
  })
  return new Rendered(`{"person":${record},${otherFields.slice(1)}`)
}
