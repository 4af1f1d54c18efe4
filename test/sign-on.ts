import assert from 'node:assert/strict'
import type { ApiResponse, Client } from './client.ts'
import { setProvider } from './second-administrator.ts'
import type { Probata } from './system.ts'

const path = '/api/workspace/session/single-sign-on'

/**
 * Connects accounts of acme with these subjects, as if the people had connected them at its provider in their own
 * sessions.
 */
export const connectPeople = async (p: Pick<Probata, 'sql'>, subjects: Readonly<Record<string, string>>) => {
  await p.sql(
    `insert into person_identity (organization_id, issuer, subject, person_id, created_at, linked_by)
     select p.organization_id, i.record::json ->> 'issuer', s.value, p.id, now() - interval '31 days', 'session'
       from json_each_text($1) s
       join person p on p.record::json ->> 'email' = s.key || '@acme.example'
       join identity_provider i on i.organization_id = p.organization_id and i.is_current
     on conflict do nothing`,
    [JSON.stringify(subjects)],
  )
}

/**
 * Sets acme's provider, as if the operator's file named its domains; returns the settings. The auditor has connected
 * their account with the subject `a`.
 */
export const useProvider = async (p: Probata, over: object): Promise<ApiResponse['body']> => {
  const body = {
    ...{ clientId: 'client', clientSecret: 'secret', name: 'Login', createPeople: false, defaultRole: 'auditor' },
    ...{ emailDomains: ['acme.example'], reason: 'for a test of single sign-on', ...over },
  }
  const cookie = await p.signIn('admin@acme.example')
  const provider = await setProvider(p, cookie, body)
  await p.sql('update sign_on_domain set named = true')
  await connectPeople(p, { auditor: 'a' })
  return provider
}

/** Signs a person on. `atProvider` opens the URL and returns the query of the redirect back. */
export const signOn = async (
  { call }: Client,
  email: string,
  atProvider: (url: string) => Promise<string> | string,
): Promise<ApiResponse & { readonly session: string; readonly url: string }> => {
  const start = await call('POST', path, { body: { email } })
  assert.equal(start.status, 200, start.text)
  const { url } = start.body
  const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const callback = await call('POST', `${path}/callback`, { cookie, body: { query: await atProvider(url) } })
  const cookies = callback.headers.getSetCookie().map(text => text.split(';')[0] ?? '')
  return { ...callback, url, session: cookies.find(text => text.startsWith('probata_session=')) ?? '' }
}

/** Returns the detail of the last audit row whose detail contains a phrase. */
export const lastRefusal = async (p: Probata, phrase: string): Promise<string> => {
  await p.system.services.refusals.flush()
  const [row] = await p.sql(
    `select record::jsonb->>'detail' as detail from audit_event
      where record::jsonb->>'detail' like '%' || $1 || '%' order by id desc limit 1`,
    [phrase],
  )
  return String(row?.detail)
}
