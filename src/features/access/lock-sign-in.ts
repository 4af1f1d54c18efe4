import type { Change } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { writeLogin } from './logins/login.ts'
import type { LoginRow } from './logins/queries.ts'
import { Person, renderPerson } from './person.ts'
import { lockPerson, updatePersonRow } from './queries.ts'
import { watchPerson } from './watched-changes.ts'

interface Locked {
  readonly login: LoginRow
  readonly person: Person
  /** Writes the record and the login's changes, with an audit row. */
  change(over: Partial<Person>, detail: string, login?: Partial<LoginRow>, action?: string): void
}

/** A person and their login under their row locks, for a change of how they sign in. Throws 404. */
export const lockSignIn = async (ctx: Change, personId: string): Promise<Locked> => {
  const { tx, now, audit } = ctx
  const row = oneOr404(await tx.query(lockPerson, { id: personId }), 'person')
  const person = readRecord(Person, row.record)
  return {
    login: row,
    person,
    change(over, detail, login, action) {
      const changed = { ...person, ...over, updatedAt: iso(now) }
      const record = renderPerson(changed)
      const { id, role, status } = changed
      tx.write(updatePersonRow, { id, role, disabled: status === 'disabled', record })
      if (login) writeLogin(tx, row, login)
      audit(id, { before: row.record, after: record, detail, ...(action && { action }) })
      watchPerson(ctx, person, changed)
    },
  }
}
