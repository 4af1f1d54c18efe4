import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { send, validRequest } from './requests.ts'
import { bootWorkspaces } from './workspace.ts'

/** The result of calling every operation as people whose sign-in is restricted. */
export interface SignInObservation {
  readonly violations: readonly string[]
  readonly requests: number
}

const rolesOf = ({ access }: Operation): readonly string[] =>
  typeof access === 'object' && 'roles' in access ? access.roles : []

/** Operations that end or switch the session, which the next request would need. */
const sessionEndingOperations: ReadonlySet<string> = new Set([
  'signOut',
  'switchWorkspace',
  'endSession',
  'endOtherSessions',
])

/**
 * Checks a workspace that requires single sign-on. Password sessions get no access. Sessions of the provider and of a
 * break-glass administrator have the rights of their role. A mapped person has the rights of their role, and a
 * suspended one has none.
 */
export const observeSignIn = async (): Promise<SignInObservation> => {
  const { p, alpha } = await bootWorkspaces()
  await using _ = p
  const personOf = (name: string): string => alpha.people.get(name) ?? ''
  const edit = async (name: string, over: object): Promise<void> => {
    await p.sql(`update person set record = (record::jsonb || $2::jsonb)::text where id = $1`, [
      personOf(name),
      JSON.stringify(over),
    ])
  }
  const requireSingleSignOn = async (isRequired: boolean): Promise<void> => {
    await p.sql(
      'update sign_in_policy set sign_in = $2, break_glass_ids = $3 where organization_id = $1 and is_current',
      [alpha.id, isRequired ? 'single_sign_on' : 'any', isRequired ? [personOf('admin')] : []],
    )
    await edit('admin', { secondFactor: isRequired ? 'totp' : 'none' })
    p.system.services.identities.forget()
  }
  const cookieOf = async (name: string, openedWith = 'password') => {
    const cookie = await alpha.session(name)
    const setSignInMethod = 'update session set opened_with = $2 where person_id = $1'
    await p.sql(setSignInMethod, [personOf(name), openedWith])
    return { cookie }
  }
  await edit('auditor', { mappedFrom: 'single_sign_on', mappedGrant: 'groups', suspended: false })
  await edit('leaver', { mappedFrom: 'single_sign_on', mappedGrant: 'none', suspended: true, status: 'disabled' })

  const violations: string[] = []
  let requests = 0
  for (const operation of operationsOf(endpoints)) {
    const allowed = rolesOf(operation)
    if (allowed.length === 0 || sessionEndingOperations.has(operation.endpoint.name)) continue
    const request = await validRequest(operation, alpha)
    const callers = {
      'a password': [await cookieOf('reviewer'), 401],
      'an invitation': [await cookieOf('contributor', 'invitation'), 401],
      'a suspended person': [await cookieOf('leaver', 'single_sign_on'), 401],
      'a mapped person': [await cookieOf('auditor', 'single_sign_on'), allowed.includes('auditor') ? 'in' : 403],
      'break glass': [await cookieOf('admin'), allowed.includes('admin') ? 'in' : 403],
    } as const
    await requireSingleSignOn(true)
    for (const [description, [caller, expected]] of Object.entries(callers)) {
      requests++
      const { status } = await send(p, operation, request, caller)
      const isMet = expected === 'in' ? status !== 401 && status < 500 : status === expected
      if (!isMet) violations.push(`${operation.method} ${operation.path} by ${description}: ${status}`)
    }
    await requireSingleSignOn(false)
  }
  return { violations, requests }
}
