import assert from 'node:assert/strict'
import { hour } from '#lib/clock.ts'
import { beginFactorReset } from '#src/features/access/factor-reset/begin-factor-reset.ts'
import { bundles } from '#test/bundles.ts'
import { type IdentityProvider, startIdentityProvider } from '#test/identity-provider.ts'
import { fillOrganization } from '#test/mixed-workload.ts'
import { createNewcomers } from '#test/newcomers.ts'
import { setProvider, setRules } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'

const reason = 'rows of every kind for a test'

/** A workspace with records of every kind, all created through the program. */
export interface Population extends AsyncDisposable {
  readonly p: Probata
  readonly organizationId: string
}

const disabledAccount = async (p: Probata): Promise<string> => {
  const [account] = await p.sql(
    `select a.id from service_account a join organization o on o.id = a.organization_id
      where o.slug = 'acme' and a.disabled order by a.id desc limit 1`,
  )
  return String(account?.id)
}

const changeSettings = async (p: Probata, provider: IdentityProvider): Promise<void> => {
  const cookie = await p.signIn('admin@acme.example')
  const must = async (status: number, method: string, path: string, body: object = {}) => {
    const response = await p.call(method, `/api/workspace${path}`, { cookie, body: { ...body, reason } })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const { issuer, clientId, clientSecret } = provider
  const settings = {
    issuer,
    clientId,
    clientSecret,
    emailDomains: ['bank.example'],
    createPeople: false,
    defaultRole: 'auditor',
  }
  for (const name of ['One', 'Two']) await setProvider(p, cookie, { ...settings, name })
  await must(201, 'POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
  await must(200, 'PATCH', '/storage/quota', { bytes: 1_000_000_000 })
  await must(200, 'PATCH', '/settings', { selfDecision: true, secondPerson: true, timeZone: 'Europe/Berlin' })
  const control = await must(201, 'POST', '/controls', { controlKey: 'tape', title: 'Tapes', status: 'active' })
  const proposal = { kind: 'control_retirement', resourceId: control.id }
  const { id } = await must(201, 'POST', '/approval-requests', proposal)
  await must(200, 'POST', `/approval-requests/${id}/confirm`)
  await must(200, 'PATCH', '/webhook-settings', { webhookForm: 'versioned' })
  for (const group of ['one', 'two']) await setRules(p, cookie, [{ source: 'scim', group, role: 'auditor' }])
  for (let i = 0; i < 2; i++) await must(200, 'POST', '/sign-in-policy', { signIn: 'any', breakGlassIds: [] })
  // The clock stands still, so that enabling and disabling again restores the original values.
  const account = await disabledAccount(p)
  for (const verb of ['enable', 'disable', 'enable', 'disable'])
    await must(200, 'POST', `/service-accounts/${account}/${verb}`)
  const { email } = await createNewcomers(p).enrolled()
  await beginFactorReset(p.system.services, { email, reason })
  await bundles(p, { cookie }).make({ kind: 'everything' })
}

export const startPopulation = async (): Promise<Population> => {
  await using resources = new AsyncDisposableStack()
  const provider = resources.use(
    await startIdentityProvider({ people: [], redirectUri: 'http://127.0.0.1/sign-in/callback' }),
  )
  const env = { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8', PROBATA_OIDC_ALLOW: '127.0.0.0/8' }
  const p = resources.use(await boot({ env }))
  await fillOrganization(p, 'acme')
  await changeSettings(p, provider)
  p.clock.advance(2 * hour)
  for (const name of ['expire-claims', 'expire-upload-intents']) await p.system.runJob(name)
  const [acme] = await p.sql(`select id from organization where slug = 'acme'`)
  const owned = resources.move()
  return { p, organizationId: String(acme?.id), [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
