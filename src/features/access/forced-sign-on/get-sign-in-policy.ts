import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { reading } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { Person } from '#src/features/access/person.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { findSignInPolicy } from './queries.ts'
import { openPolicy, SignInPolicyInput, StoredPolicy } from './sign-in-policy.ts'

export const SignInPolicy = Type.Object(
  {
    ...SignInPolicyInput,
    breakGlass: Type.Array(Type.Object({ id: Id('prs'), name: Type.String(), email: Type.String() })),
    updatedAt: Nullable(Timestamp),
    ...versionField,
  },
  { title: 'SignInPolicy' },
)

// Each change makes a new row.
const tagOfPolicy = (id: string | undefined): string => etagOf(id)

/** The current policy, with the names of its people. */
export const presentPolicy = async ({ read }: Pick<Call, 'read'>) => {
  const [row] = await read(findSignInPolicy, {})
  const { signIn, breakGlassIds, updatedAt } = row
    ? readRecord(StoredPolicy, row.record)
    : { ...openPolicy, updatedAt: null }
  const breakGlass: Pick<Person, 'id' | 'name' | 'email'>[] = []
  for (const id of breakGlassIds) {
    const [person] = await read(findPerson, { id })
    if (!person) continue
    const { name, email } = readRecord(Person, person.record)
    breakGlass.push({ id, name, email })
  }
  return { signIn, breakGlassIds: [...breakGlassIds], breakGlass, updatedAt, etag: tagOfPolicy(row?.id) }
}

export const getSignInPolicy = reading({
  name: 'getSignInPolicy',
  summary: 'How people sign in to the workspace, and who may if the identity provider fails',
  tag: 'Workspace',
  workspace: { path: '/sign-in-policy', roles: ['admin'] },
  response: SignInPolicy,
  async version({ tx }) {
    const [row] = await tx.query(findSignInPolicy, {})
    return { etag: tagOfPolicy(row?.id), resourceId: row?.id ?? '' }
  },
  run: presentPolicy,
})
