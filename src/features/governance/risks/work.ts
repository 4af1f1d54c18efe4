import { workSource } from '#shared/work-source.ts'

/** The caller's risks whose review is overdue or due soon. */
export const risksToReview = workSource({
  kind: 'risk_review',
  roles: ['admin', 'reviewer', 'contributor'],
  table: 'risk',
  where: [
    `t.status in ('identified', 'assessed', 'treated', 'accepted') and t.owner_id = :person
     and t.review_due_at < :soonTime::timestamptz`,
  ],
  order: { by: 't.review_due_at', as: 'timestamp' },
  key: 'riskKey',
  deputy: `t.status in ('identified', 'assessed', 'treated', 'accepted') and t.owner_id = o.id
    and t.review_due_at < :soonTime::timestamptz`,
})
