import { Type } from 'typebox'
import { changing } from '#http/endpoint.ts'
import { oneOr404, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { addClientKey } from './client-authentication.ts'
import { publishedAfter, publishedBefore } from './client-key.ts'
import { IdentityProvider, presentIdentityProvider, StoredProvider } from './identity-provider.ts'
import { findClientKeys, forgetClientKeys, lockIdentityProvider, retireClientKey } from './queries.ts'

export const rotateClientKey = changing({
  name: 'rotateClientKey',
  summary:
    'Publish a new key for private_key_jwt: it signs in an hour, and the previous one stays published for a day more',
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/identity-provider/rotate-key', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'identity_provider.rotate_key',
  response: Type.Object({ identityProvider: IdentityProvider }),
  errors: ['not_found', 'unprocessable'],
  async run(ctx) {
    const { tx, now, audit } = ctx
    const row = oneOr404(await tx.query(lockIdentityProvider, {}), 'identity provider')
    if (readRecord(StoredProvider, row.record).clientAuthentication !== 'private_key_jwt')
      throw new Refusal(
        'unprocessable',
        sentence`provider.client_secret: The workspace authenticates at the provider with a client secret, so it has no key to replace.`,
      )
    const keys = await tx.query(findClientKeys, { now: iso(now) })
    if (keys.some(({ signs_from }) => signs_from.getTime() > now))
      throw new Refusal(
        'unprocessable',
        sentence`provider.key_published: A new key is already published but does not sign yet; wait an hour after its publication.`,
      )
    tx.write(forgetClientKeys, { until: iso(now) })
    tx.write(retireClientKey, { until: iso(now + publishedBefore + publishedAfter) })
    audit(await addClientKey(ctx, now + publishedBefore))
    return { identityProvider: await presentIdentityProvider(ctx, row) }
  },
})
