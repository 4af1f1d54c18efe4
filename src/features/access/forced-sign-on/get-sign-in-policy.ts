import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { findSignInPolicy } from './queries.ts'
import { defaultSignInPolicy, SignInPolicyInput, StoredPolicy } from './sign-in-policy.ts'

export const SignInPolicy = Type.Object(
  {
    ...SignInPolicyInput,
    breakGlass: Type.Array(Type.Object({ id: Id('prs'), name: Type.String(), email: Type.String() })),
    updatedAt: Nullable(Timestamp),
    ...versionField,
  },
  { title: 'SignInPolicy' },
)

// Each change creates a new row, so the id identifies the version.
const policyEtag = (id: string | undefined): string => etagOf(id)

/** Reads the current policy, with its break-glass administrators. */
export const readSignInPolicy = async ({ read }: Pick<Call, 'read'>) => {
  const [row] = await read(findSignInPolicy, {})
  const { signIn, breakGlassIds, updatedAt } = row
    ? readRecord(StoredPolicy, row.record)
    : { ...defaultSignInPolicy, updatedAt: null }
  const breakGlass: Pick<Person, 'id' | 'name' | 'email'>[] = []
  for (const id of breakGlassIds) {
    const [person] = await read(findPerson, { id })
    if (!person) continue
    const { name, email } = readRecord(Person, person.record)
    breakGlass.push({ id, name, email })
  }
  return { signIn, breakGlassIds: [...breakGlassIds], breakGlass, updatedAt, etag: policyEtag(row?.id) }
}

export const getSignInPolicy = readEndpoint({
  name: 'getSignInPolicy',
  summary: 'Get how people sign in to the workspace, and who can sign in if the identity provider fails',
  tag: 'Workspace',
  workspace: { path: '/sign-in-policy', roles: ['admin'] },
  response: SignInPolicy,
  async version({ tx }) {
    const [row] = await tx.query(findSignInPolicy, {})
    return { etag: policyEtag(row?.id), resourceId: row?.id ?? '' }
  },
  run: readSignInPolicy,
})
