import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { addClientKey } from './client-authentication.ts'
import { publishedAfterUse, publishedBeforeUse } from './client-key.ts'
import { IdentityProvider, StoredProvider, toIdentityProvider } from './identity-provider.ts'
import { findClientKeys, forgetClientKeys, lockIdentityProvider, retireClientKey } from './queries.ts'

export const rotateClientKey = changeEndpoint({
  name: 'rotateClientKey',
  summary:
    'Publish a new key for private_key_jwt; it starts to sign in an hour, and the previous key stays published for a day after that',
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
    const row = firstOrNotFound(await tx.query(lockIdentityProvider, {}), 'identity provider')
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
    tx.write(retireClientKey, { until: iso(now + publishedBeforeUse + publishedAfterUse) })
    audit(await addClientKey(ctx, now + publishedBeforeUse))
    return { identityProvider: await toIdentityProvider(ctx, row) }
  },
})
