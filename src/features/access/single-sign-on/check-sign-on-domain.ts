import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { second } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findDomainRecord, recordDomainCheck } from './check-domain.ts'
import { SignOnDomain, toSignOnDomain } from './domain.ts'
import { lockDomain } from './queries.ts'

/** The minimum time between two requested checks. */
const minInterval = 10 * second

export const checkSignOnDomain = changeEndpoint({
  name: 'checkSignOnDomain',
  summary: 'Check now for the TXT record that proves a domain; at most once in ten seconds',
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/identity-provider/domains/check', roles: ['admin'] },
  status: 200,
  action: 'sign_on_domain.check',
  sends: true,
  outside: true,
  reason: false,
  body: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) }, { additionalProperties: false }),
  response: SignOnDomain,
  errors: ['not_found', 'rate_limited'],
  needs: ['txtRecords'],
  async run(ctx, { body }) {
    const { tx, organizationId, now, db, audit } = ctx
    const domain = body.domain.toLowerCase()
    const before = firstOrNotFound(await db.read(organizationId, lockDomain, { domain }), 'domain')
    const wait = (before.checked_at?.getTime() ?? 0) + minInterval - now
    if (wait > 0)
      throw new Refusal(
        'rate_limited',
        sentence`sign_in.domain_checked_recently: The record was checked a moment ago; try again in ten seconds.`,
        {
          headers: { 'retry-after': String(Math.ceil(wait / second)) },
        },
      )
    const isPresent = await findDomainRecord(ctx, organizationId, domain)
    const row = firstOrNotFound(await tx.query(lockDomain, { domain }), 'domain')
    const next = recordDomainCheck(ctx, row, isPresent)
    audit(domain, { detail: isPresent === undefined ? 'lookup failed' : isPresent ? 'found' : 'not found' })
    return toSignOnDomain(organizationId, next)
  },
})
