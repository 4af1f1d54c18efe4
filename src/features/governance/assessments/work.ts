import { couldActAsSql } from '#shared/four-eyes.ts'
import { workSource } from '#shared/work-source.ts'
import { contributorsSql, unanswered } from './assessment-queries.ts'
import { answererRoles, moverRoles } from './contributors.ts'

const order = { by: "coalesce(t.due_at, 'infinity'::timestamptz)", as: 'timestamp' } as const

/** Assessments that the caller is assigned to, until they are submitted. */
export const assessmentsToAnswer = workSource({
  kind: 'assessment_answers',
  roles: answererRoles,
  table: 'assessment',
  where: ["t.status in ('planned', 'in_progress')"],
  order,
  columns: ['assessor_id', 'framework_id', 'record'],
  needs: `(w.assessor_id = :person
           or :person = any (array(select json_array_elements_text(w.record::json -> 'assigneeIds'))))`,
  open: `(select count(*)::int ${unanswered('w')})`,
  key: 'assessmentKey',
  deputy: 'personal',
})

/** Assessments in review that the caller did not contribute to. */
export const assessmentsToComplete = workSource({
  kind: 'assessment_completion',
  roles: moverRoles.complete,
  table: 'assessment',
  where: ["t.status = 'in_review'"],
  order,
  columns: ['assessor_id', 'hands'],
  needs: `(not (${couldActAsSql(contributorsSql('w'))}))`,
  key: 'assessmentKey',
})
