import type { Change } from '#api/call.ts'
import { notFound } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { Person, renderPerson } from './person.ts'
import { lockPerson, updatePerson } from './queries.ts'

interface Locked {
  readonly hash: string | null
  readonly person: Person
  /** Writes the record and the password's hash, with an audit row. */
  change(over: Partial<Person>, detail: string, hash?: string): void
}

/** A person under their row lock, for a change of how they sign in. Throws 404. */
export const lockSignIn = async (handed: Change, personId: string): Promise<Locked> => {
  const { tx, organizationId, now, audit } = handed
  const [row] = await tx.query(lockPerson, [organizationId, personId])
  if (!row) throw notFound('person')
  const person = readRecord(Person, row.record)
  return {
    hash: row.hash,
    person,
    change(over, detail, hash) {
      const changed = { ...person, ...over, updatedAt: iso(now) }
      const record = renderPerson(changed)
      const { id, role, status } = changed
      tx.write(updatePerson, [organizationId, id, role, hash ?? row.hash, status === 'disabled', record])
      audit(id, { before: row.record, after: record, detail })
    },
  }
}
