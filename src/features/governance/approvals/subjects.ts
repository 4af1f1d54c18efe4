import type { recordApprovals } from '#api/approval-subject.ts'
import type { Change } from '#api/call.ts'
import { invalid, Refusal } from '#api/errors.ts'
import { nextStatus } from '#api/next-status.ts'
import { records } from '#api/records.ts'
import { clauseRecords } from '#src/features/governance/clause.ts'
import { controlFlow, controlRecords } from '#src/features/governance/control.ts'
import { following } from '#src/features/governance/plain.ts'
import { exceptionStatuses, exceptions } from '#src/features/governance/registers/exception.ts'

/** Changes of records, which a workspace may want a second person for. */
export type RecordApproval = (typeof recordApprovals)[number]

/** A record under its lock, that the change may be made of. */
interface Prepared {
  /** Its key and title. */
  readonly title: string
  /** Makes the change, with its audit row. */
  apply(): void
}

/** Locks the record. Throws a 404 for one that is not there, a 422 where the change cannot be made of it. */
type Prepare = (change: Change, id: string, justification: string | null) => Promise<Prepared>

const exceptionRecords = records(exceptions)
const exceptionFlow = following(exceptionStatuses)

const refuseJustification = (kind: RecordApproval, justification: string | null): void => {
  if (justification !== null) throw invalid(['justification'], `is not part of the kind ${kind}`)
}

/** What a second person can be needed for. */
export const subjects: Readonly<Record<RecordApproval, Prepare>> = {
  async control_retirement(change, id, justification) {
    refuseJustification('control_retirement', justification)
    const present = await controlRecords.lock(change, id)
    const { controlKey, title, status: from } = present.fields
    const status = nextStatus('control', controlFlow, from, 'retired')
    return {
      title: `${controlKey} ${title}`,
      apply() {
        const changed = controlRecords.update(change, present, { status })
        change.audit(id, { action: 'control.update', before: present.record, after: changed.record })
      },
    }
  },
  async clause_exclusion(change, id, justification) {
    const present = await clauseRecords.lock(change, id)
    const { clauseKey, title, applicability, justification: before } = present.fields
    if (justification === null)
      throw new Refusal('unprocessable', 'A clause that is not applicable needs a justification.')
    if (applicability === 'not_applicable' && justification === before)
      throw new Refusal('unprocessable', 'The clause is not applicable already, for this reason.')
    return {
      title: `${clauseKey} ${title}`,
      apply() {
        const changed = clauseRecords.update(change, present, { applicability: 'not_applicable', justification })
        change.audit(id, { action: 'clause.update', before: present.record, after: changed.record })
      },
    }
  },
  async exception_activation(change, id, justification) {
    refuseJustification('exception_activation', justification)
    const present = await exceptionRecords.lock(change, id)
    const { exceptionKey, title, status: from } = present.fields
    const status = nextStatus('exception', exceptionFlow, String(from), 'active')
    if (status === from) throw new Refusal('unprocessable', 'The exception is active already.')
    return {
      title: `${exceptionKey} ${title}`,
      apply() {
        const changed = exceptionRecords.update(change, present, { status })
        change.audit(id, { action: 'exception.update', before: present.record, after: changed.record })
      },
    }
  },
}
