import { workSource } from '#shared/work-source.ts'

/**
 * Packages that are not submitted yet and are overdue or due soon. Contributors only see drafts, because other roles
 * record the later events.
 */
export const packagesToSend = workSource({
  kind: 'package_due',
  roles: ['admin', 'reviewer', 'contributor'],
  table: 'submission_package',
  where: ["t.status in ('draft', 'reviewed', 'approved') and t.due_at < :soonTime::timestamptz"],
  order: { by: 't.due_at', as: 'timestamp' },
  columns: ['status'],
  needs: "(:role <> 'contributor' or w.status = 'draft')",
  key: 'packageKey',
})
