import { nextStatus } from '#family/next-status.ts'
import type { recordApprovals } from '#http/approval-subject.ts'
import type { Change } from '#http/call.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { notOfKind } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { clauseRecords } from '#src/features/governance/clauses/clause.ts'
import { controlFlow, controls } from '#src/features/governance/controls/control.ts'
import { clauseControlRemoval, controlRequirementRemoval } from '#src/features/governance/controls/link-removals.ts'
import { exceptions } from '#src/features/governance/registers/exception.ts'
import { justificationRequired } from '#src/features/governance/sentences.ts'

/** Changes of records for which a workspace can require a second person. */
export type RecordApproval = (typeof recordApprovals)[number]

/** A change that is ready to be made to a locked record. */
interface PreparedChange {
  /** The key and the title of the record. */
  readonly title: string
  /** Makes the change and writes its audit row. */
  apply(): void
}

/** The input of a request, without the kind of change. */
interface RequestInput {
  readonly resourceId: string
  readonly justification: string | null
  readonly linkedId?: string | null
}

interface ChangeKind {
  /** The additional field that the request needs. */
  readonly takes?: 'justification' | 'linkedId'
  /** Locks the record. Throws a 404 if it does not exist, and a 422 if the change is not possible. */
  prepare(change: Change, id: string, value: string | null): Promise<PreparedChange>
}

const requireLinkedId = (value: string | null): string => {
  if (value === null)
    throw new Refusal(
      'unprocessable',
      sentence`approval.linked_id_required: To remove a link, name its other end as linkedId.`,
    )
  return value
}

/** The changes that can need a second person. */
const changeKinds: Readonly<Record<RecordApproval, ChangeKind>> = {
  control_retirement: {
    async prepare(change, id) {
      const current = await controls.records.lock(change, id)
      const { controlKey, title, status: from } = current.fields
      const status = nextStatus('control', controlFlow, from, 'retired')
      return {
        title: `${controlKey} ${title}`,
        apply() {
          const changed = controls.records.update(change, current, { status })
          change.audit(id, { action: 'control.update', before: current.record, after: changed.record })
        },
      }
    },
  },
  clause_exclusion: {
    takes: 'justification',
    async prepare(change, id, justification) {
      const current = await clauseRecords.lock(change, id)
      const { clauseKey, title, applicability, justification: before } = current.fields
      if (justification === null) throw new Refusal('unprocessable', justificationRequired)
      if (applicability === 'not_applicable' && justification === before)
        throw new Refusal(
          'unprocessable',
          sentence`clause.already_not_applicable: The clause is already not applicable, for this reason.`,
        )
      return {
        title: `${clauseKey} ${title}`,
        apply() {
          const changed = clauseRecords.update(change, current, { applicability: 'not_applicable', justification })
          change.audit(id, { action: 'clause.update', before: current.record, after: changed.record })
        },
      }
    },
  },
  exception_activation: {
    async prepare(change, id) {
      const current = await exceptions.records.lock(change, id)
      const { exceptionKey, title, status: from } = current.fields
      if (from === 'active')
        throw new Refusal('unprocessable', sentence`exception.already_active: The exception is already active.`)
      return {
        title: `${exceptionKey} ${title}`,
        apply() {
          const changed = exceptions.records.update(change, current, { status: 'active' })
          change.audit(id, { action: 'exception.update', before: current.record, after: changed.record })
        },
      }
    },
  },
  clause_control_removal: {
    takes: 'linkedId',
    prepare: (change, id, controlId) => clauseControlRemoval(change, id, requireLinkedId(controlId)),
  },
  control_requirement_removal: {
    takes: 'linkedId',
    prepare: (change, id, requirementId) => controlRequirementRemoval(change, id, requireLinkedId(requirementId)),
  },
}

/**
 * Prepares the change under the record's lock. Throws a 400 for a field of another kind, and the errors of `prepare`.
 */
export const prepareChange = (change: Change, kind: RecordApproval, input: RequestInput): Promise<PreparedChange> => {
  const { takes, prepare } = changeKinds[kind]
  const values = { justification: input.justification, linkedId: input.linkedId ?? null }
  for (const field of ['justification', 'linkedId'] as const)
    if (field !== takes && values[field] !== null) throw invalid([field], notOfKind(kind))
  return prepare(change, input.resourceId, takes ? values[takes] : null)
}
