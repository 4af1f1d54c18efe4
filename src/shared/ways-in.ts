import type { Role } from '#http/access.ts'
import { factorDue } from '#http/factor-rules.ts'

/**
 * SQL columns, for `person p` and `organization o`, with the ways in which the person can sign in. `session_allowed`
 * handles enforced single sign-on.
 */
export const waysInColumns = `p.role,
  case when p.record::json ->> 'secondFactor' = 'none' then o.factor_rules end as factor_rules,
  session_allowed(p.id, 'password', p.record) as may_use_password,
  exists (select from person_identity n
            join identity_provider i on i.organization_id = n.organization_id and i.is_current
           where n.organization_id = p.organization_id and n.person_id = p.id
             and n.issuer = i.record::json ->> 'issuer') as may_sign_on`

export interface WaysInRow {
  readonly role: Role
  /** Null if the person has a second factor. */
  readonly factor_rules: string | null
  readonly may_use_password: boolean
  readonly may_sign_on: boolean
}

/**
 * Whether a new session of the person could read now. Access without a session, such as a calendar URL, works only
 * while this is true.
 */
export const couldRead = (row: WaysInRow, now: number): boolean => {
  const methods = [...(row.may_use_password ? ['password'] : []), ...(row.may_sign_on ? ['single_sign_on'] : [])]
  return methods.some(openedWith => {
    const due = factorDue({ rules: row.factor_rules, role: row.role, openedWith })
    return due === undefined || due > now
  })
}
