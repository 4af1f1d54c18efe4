import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Id, Timestamp } from '#api/schema.ts'
import { hour, iso } from '#lib/clock.ts'
import { Person, SecondFactor } from './person.ts'
import { findOpenSession } from './queries.ts'

export const lifetime = 12 * hour

/** How a session was opened. */
export const SignedInWith = Type.Enum(['password', 'single_sign_on', 'setup', 'invitation'])

export type SignedInWith = Static<typeof SignedInWith>

/** Who is signed in, where, and for how long. */
export const Session = Type.Object(
  {
    person: Person,
    organization: Type.Object({ id: Id('org'), slug: Type.String(), name: Type.String() }),
    secondFactor: SecondFactor,
    signedInWith: SignedInWith,
    expiresAt: Timestamp,
    insecure: Type.Boolean({
      description: 'Signed in over plain http from another machine: password and cookie could be read on their way.',
    }),
  },
  { title: 'Session' },
)

type Rest = Omit<Static<typeof Session>, 'person' | 'secondFactor'>

/** The Session of a person, who is given by the stored record. */
export const renderSession = (record: string, { organization, signedInWith, expiresAt, insecure }: Rest): Rendered => {
  const { secondFactor } = readRecord(Person, record)
  const rest = JSON.stringify({ organization, secondFactor, signedInWith, expiresAt, insecure })
  return new Rendered(`{"person":${record},${rest.slice(1)}`)
}

export const getSession = reading({
  name: 'getSession',
  summary: 'Who is signed in',
  tag: 'Session',
  workspace: { path: '/session', roles: [...roles] },
  response: Session,
  async run(call) {
    const { actor, organizationId: id } = call
    const [found] = await call.read(findOpenSession, [id, actor.id, actor.credentialId])
    if (!found) throw new Refusal('unauthorized', 'Sign in first.')
    const { record, slug, name, opened_with: signedInWith, expires_at: end, insecure } = found
    return renderSession(record, {
      organization: { id, slug, name },
      signedInWith,
      expiresAt: iso(end.getTime()),
      insecure,
    })
  },
})
