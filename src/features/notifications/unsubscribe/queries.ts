import { statement, text, texts } from '#db/statement.ts'

export const findUnsubscriber = statement(
  'find_unsubscriber',
  { personId: text },
  `select o.name as workspace, p.language from person p join organization o on o.id = p.organization_id
    where p.organization_id = :organization and p.id = :personId`,
)

export const stopMailsOf = statement(
  'stop_mails_of_person',
  { personId: text, kinds: texts },
  `insert into notification_choice (organization_id, person_id, kind, mail)
   select :organization, :personId, kind, 'off' from unnest(:kinds::text[]) kind
   on conflict (organization_id, person_id, kind) do update set mail = 'off'`,
)
