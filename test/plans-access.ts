import { digest, id, org, organizations, pick } from './plans-expressions.ts'

/** The column values of row `i`, for the tables of sign-on, groups, provisioning, job runs and counts. */
export const accessRows: Readonly<Record<string, readonly string[]>> = {
  identity_provider: [org, id('idp'), `i < ${organizations}`, `'x'`, `'{}'`, `'{}'`],
  sign_on_key: [org, id('sok'), `'{}'`, `'x'`, 'now()', 'now()', `case when i >= ${organizations} then now() end`],
  person_identity: [org, `'https://issuer.example'`, `'subject-' || i`, id('prs'), 'now()', `'session'`],
  custodian: [org, id('prs'), `'prs_' || i`, `'reset_link'`, 'now()', 'now()', 'now()', `'mail'`],
  resource_custodian: [org, id('inv'), `'prs_' || i`],
  former_identity: [org, digest, id('prs'), 'now()'],
  sign_on_domain: [org, `'domain-' || i || '.example'`, 'i % 3 = 0', 'now()', 'now()', 'null'],
  used_sign_on: [org, digest, `now() - i * interval '1 s'`],
  group_rules: [org, id('grs'), `i < ${organizations}`, `'{}'`],
  access_proposal: [org, id('apr'), `'{}'`, `'x'`],
  factor_reset: [org, id('fre'), id('prs'), `case when i < ${organizations} then 'open' else 'done' end`, `'{}'`],
  identity_link: [org, id('prs'), `'https://issuer.example'`, `'subject-' || i`, digest, 'now()'],
  person_groups: [org, id('prs'), `'single_sign_on'`, `'{auditors}'`, 'now()'],
  sign_in_policy: [org, id('sip'), `i < ${organizations}`, `'any'`, `'{}'`, `'{}'`],
  provisioning_token: [
    ...[org, id('spt'), digest, 'null', 'null', `now() + i * interval '1 s'`, 'i % 3 = 0', id('prs'), 'null', `'{}'`],
    ...['now()', 'now()'],
  ],
  scim_user: [
    ...[org, id('prs'), `'person-' || i || '@example.com'`, `'external-' || i`, `'{}'`, 'i % 5 = 0', 'i % 100 = 0'],
    ...['null', 'now()'],
  ],
  scim_group: [org, id('scg'), `'Group ' || i`, `'group ' || i`, `'external-' || i`, 'now()', 'now()'],
  scim_group_member: [org, `'scg_' || lpad((i % 997)::text, 26, '0')`, id('prs')],
  scim_event: [org, id('sce'), id('spt'), 'i % 100 = 0', `'{}'`],
  scim_ignored: [org, `'attribute-' || i`, 'now()'],
  record_comment: [org, id('cmt'), `'gec_' || lpad((i % 997)::text, 26, '0')`, id('prs'), `'{}'`],
  comment_mention: [org, id('cmt'), id('prs')],
  deputy: [
    org,
    id('prs'),
    `'prs_' || lpad((i % 997 + 1000000)::text, 26, '0')`,
    'i % 7 = 0',
    `'2026-12-24'`,
    `'2026-12-31'`,
  ],
  day_count: [org, `'daily_claims_created ' || i`, 'i', `'[]'`],
  search_entry: [org, id('gec'), `array_to_tsvector(array['word' || i % 1000, 'title'])`],
  search_word: [org, `'spelling-' || i`, `'word-' || i`],
  search_progress: [`'org_' || lpad(i::text, 26, '0')`, '1', '1', 'i', 'null'],
  notification_delivery: [
    ...[org, id('ndl'), id('prs'), `'mail'`, `'at_once'`, 'null', `array['ntf_' || i]`],
    ...[`case when i % 100 = 0 then 'pending' else 'sent' end`, '0', `now() + i * interval '1 s'`, 'null', 'null'],
    ...['now()', `case when i % 100 > 0 then now() + i * interval '1 s' end`],
  ],
  mail_bounce: [org, id('prs'), `'person-' || i || '@example.com'`, `'550 5.1.1 User unknown'`, 'now()'],
  chat_channel: [
    ...[org, id('prs'), `'mattermost'`, `'x'`, `'chat.example'`, 'true', 'now()', '0', 'null', 'null', 'null'],
  ],
  notification: [
    ...[org, id('ntf'), id('prs'), pick('assigned', 'package_due', 'claim_review'), `'gec_' || i`, `'waiting'`],
    ...[`'occasion ' || i`, 'null', 'now()', `now() + i * interval '1 s'`],
    ...[
      `case when i % 3 = 0 then now() + i * interval '1 s' end`,
      `case when i % 2 = 0 then now() + i * interval '1 s' end`,
    ],
    `case when i % 50 = 0 then 'digest' end`,
    ...['null', '0', 'null'],
  ],
  notification_choice: [org, id('prs'), `'assigned'`, 'true', `'digest'`],
  notification_default: [org, `'kind ' || i`, 'true', `'digest'`, 'null'],
  notification_progress: [
    ...[`'org_' || lpad(i::text, 26, '0')`, '0', 'null', 'false', 'now()', `now() + i * interval '1 s'`],
    `now() + i * interval '1 s'`,
  ],
  workspace_job_run: [
    ...[org, id('jrn'), pick('a', 'b', 'c'), `now() + i * interval '1 s'`, id('nod'), 'now()', `'succeeded'`],
    ...['0', 'null'],
  ],
}
