import { roles } from '#http/access.ts'
import { workSource } from '#shared/work-source.ts'

/** Rounds that await the caller's answers. Visible only to people who can see the questionnaire's unit. */
export const questionnairesToAnswer = workSource({
  kind: 'questionnaire_answers',
  roles: [...roles],
  table: 'questionnaire_round',
  where: ["t.status = 'running' and t.due_at > :nowTime::timestamptz"],
  order: { by: 't.due_at', as: 'timestamp' },
  columns: ['roles', 'person_ids'],
  needs: `(w.roles is null or :role::text = any (w.roles)) and (w.person_ids is null or :person = any (w.person_ids))
    and not exists (select from questionnaire_response a
      where a.organization_id = :organization and a.round_id = w.id and a.person_id = :person
        and a.status = 'submitted')`,
  key: 'questionnaireKey',
  deputy: 'personal',
})
