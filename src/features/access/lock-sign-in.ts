import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { writeLogin } from './logins/login.ts'
import type { LoginRow } from './logins/queries.ts'
import { Person, renderPerson } from './person.ts'
import { lockPerson, updatePersonRow } from './queries.ts'
import { watchPerson } from './watched-changes.ts'

interface LockedSignIn {
  readonly login: LoginRow
  readonly person: Person
  /** Writes changes to the person and to the login, with an audit row. */
  change(changes: Partial<Person>, detail: string, login?: Partial<LoginRow>, action?: string): void
}

/** Locks a person and their login before a change of how they sign in. Throws 404. */
export const lockSignIn = async (ctx: Change, personId: string): Promise<LockedSignIn> => {
  const { tx, now, audit } = ctx
  const row = firstOrNotFound(await lockPerson(tx, personId), 'person')
  const person = readRecord(Person, row.record)
  return {
    login: row,
    person,
    change(changes, detail, login, action) {
      const after = { ...person, ...changes, updatedAt: iso(now) }
      const record = renderPerson(after)
      const { id, role, status } = after
      tx.write(updatePersonRow, { id, role, disabled: status === 'disabled', record })
      if (login) writeLogin(tx, row, login)
      audit(id, { before: row.record, after: record, detail, ...(action && { action }) })
      watchPerson(ctx, person, after)
    },
  }
}
