import { digest, id, org, organizations } from './plans-expressions.ts'

/** Values of each column of the tables of sign-on and of groups, for row `i`. */
export const accessRows: Readonly<Record<string, readonly string[]>> = {
  identity_provider: [org, id('idp'), `i < ${organizations}`, `'x'`, `'{}'`, `'{}'`],
  sign_on_key: [org, id('sok'), `'{}'`, `'x'`, 'now()', 'now()', `case when i >= ${organizations} then now() end`],
  person_identity: [org, `'https://issuer.example'`, `'subject-' || i`, id('prs'), 'now()', `'session'`],
  custodian: [org, id('prs'), `'prs_' || i`, `'reset_link'`, 'now()', 'now()', 'now()', `'mail'`],
  sign_on_domain: [org, `'domain-' || i || '.example'`, 'i % 3 = 0', 'now()', 'now()', 'null'],
  used_sign_on: [org, digest, `now() - i * interval '1 s'`],
  group_rules: [org, id('grs'), `i < ${organizations}`, `'{}'`],
  access_proposal: [org, id('apr'), `'{}'`, `'x'`],
  factor_reset: [org, id('fre'), id('prs'), `case when i < ${organizations} then 'open' else 'done' end`, `'{}'`],
  identity_link: [org, id('prs'), `'https://issuer.example'`, `'subject-' || i`, digest, 'now()'],
  person_groups: [org, id('prs'), `'single_sign_on'`, `'{auditors}'`, 'now()'],
  sign_in_policy: [org, id('sip'), `i < ${organizations}`, `'any'`, `'{}'`, `'{}'`],
}
