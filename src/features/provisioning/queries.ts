import { choice, flag, narrows, statement, text } from '#db/statement.ts'
import type { WebhookForm } from '#http/event.ts'

// The key is arbitrary. The lock lets only one node at a time apply a file.
export const lockProvisioning = statement('lock_provisioning', {}, 'select pg_advisory_xact_lock(7203961574)')

export const organizationExists = statement('organization_exists', {}, 'select organization_exists() as present')

export const lockOrganization = statement(
  'lock_organization',
  { slug: text },
  'select id, name, webhook_form, time_zone, operator, second_person, is_sample(id) as sample from lock_organization(:slug)',
  narrows<{ webhook_form: WebhookForm }>,
)

export const insertOrganization = statement(
  'insert_organization',
  {
    id: text,
    slug: text,
    name: text,
    webhookForm: choice<WebhookForm>,
    timeZone: text,
    secondPerson: flag,
    sample: flag,
    createdAt: text,
  },
  `insert into organization (id, slug, name, webhook_form, time_zone, second_person, sample, created_at)
   values (:id, :slug, :name, :webhookForm, :timeZone, :secondPerson, :sample, :createdAt)`,
)

export const updateOrganization = statement(
  'update_organization',
  { id: text, name: text, webhookForm: choice<WebhookForm>, timeZone: text, secondPerson: flag },
  `update organization set name = :name, webhook_form = :webhookForm, time_zone = :timeZone, second_person = :secondPerson
    where id = :id`,
)

/** Marks the operating organization. Only one exists, so marking an organization removes the mark from the other. */
export const markOperator = statement(
  'mark_operator',
  { asked: text, marked: flag },
  'select mark_operator(:asked, :marked)',
)
