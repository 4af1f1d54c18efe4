import { roles } from '#http/access.ts'
import { workSource } from '#shared/work-source.ts'

/** Campaigns that await the caller's acknowledgement. Visible only to people who can see the policy's unit. */
export const policiesToAcknowledge = workSource({
  kind: 'policy_acknowledgement',
  roles: [...roles],
  table: 'policy_campaign',
  where: ["t.status = 'running' and t.due_at > :nowTime::timestamptz"],
  order: { by: 't.due_at', as: 'timestamp' },
  columns: ['roles', 'person_ids'],
  needs: `(w.roles is null or :role::text = any (w.roles)) and (w.person_ids is null or :person = any (w.person_ids))
    and not exists (select from policy_acknowledgement a
      where a.organization_id = :organization and a.campaign_id = w.id and a.person_id = :person)`,
  key: 'policyKey',
  deputy: 'personal',
})
