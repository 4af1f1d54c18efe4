import { workSource } from '#api/work-source.ts'
import { answering } from '#src/features/governance/assessments/standing.ts'

/** SQL: the requests of guests that nobody has answered, in the room of the assessment `w` that is open and not concluded. */
const unanswered = `from room r
    join room_entry e on e.organization_id = :organization and e.room_id = r.id and e.kind = 'request' and not e.answered
   where r.organization_id = :organization and r.assessment_id = w.id and r.status = 'open'
     and r.record::json ->> 'concludedAt' is null`

/** Assessments in whose rooms guests wait for an answer. */
export const requestsToAnswer = workSource({
  kind: 'room_request',
  roles: answering,
  table: 'assessment',
  // As the indexes have them; what is planned has no room.
  where: ["t.status in ('planned', 'in_progress')", "t.status = 'in_review'"],
  order: { by: "coalesce(t.due_at, 'infinity'::timestamptz)", as: 'timestamp' },
  needs: `exists (select ${unanswered})`,
  open: `(select count(*)::int ${unanswered})`,
  key: 'assessmentKey',
})
