import { workSource } from '#shared/work-source.ts'
import { answererRoles } from '#src/features/governance/assessments/contributors.ts'

/** SQL: unanswered requests of guests in the open, unconcluded room of the assessment `w`. */
const unanswered = `from room r
    join room_entry e on e.organization_id = :organization and e.room_id = r.id and e.kind = 'request' and not e.answered
   where r.organization_id = :organization and r.assessment_id = w.id and r.status = 'open'
     and r.record::json ->> 'concludedAt' is null`

/** Assessments in whose rooms guests wait for an answer. */
export const requestsToAnswer = workSource({
  kind: 'room_request',
  roles: answererRoles,
  table: 'assessment',
  // Matches the conditions of the indexes; a planned assessment has no room.
  where: ["t.status in ('planned', 'in_progress')", "t.status = 'in_review'"],
  order: { by: "coalesce(t.due_at, 'infinity'::timestamptz)", as: 'timestamp' },
  needs: `exists (select ${unanswered})`,
  open: `(select count(*)::int ${unanswered})`,
  occasion: `(select max(e.id) ${unanswered})`,
  key: 'assessmentKey',
})
