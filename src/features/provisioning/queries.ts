import { statement } from '#db/statement.ts'
import type { WebhookForm } from './file.ts'

// The key is arbitrary and this program's own: one file is applied at a time, by whichever node.
export const lockProvisioning = statement('lock_provisioning', 'select pg_advisory_xact_lock(7203961574)')

export const organizationExists = statement<{ present: boolean }>(
  'organization_exists',
  'select organization_exists() as present',
)

/** `slug` */
export const lockOrganization = statement<{ id: string; name: string; webhook_form: WebhookForm; time_zone: string }>(
  'lock_organization',
  'select id, name, webhook_form, time_zone from lock_organization($1)',
)

/** `id, slug, name, webhook_form, time_zone, created_at` */
export const insertOrganization = statement(
  'insert_organization',
  'insert into organization (id, slug, name, webhook_form, time_zone, created_at) values ($1, $2, $3, $4, $5, $6)',
)

/** `id, name, webhook_form, time_zone` */
export const updateOrganization = statement(
  'update_organization',
  'update organization set name = $2, webhook_form = $3, time_zone = $4 where id = $1',
)
