import { scopes } from '#http/access.ts'
import { formOf, intentOf, textFile } from '#test/proof.ts'
import type { Probata } from '#test/system.ts'
import type { Caller } from './caller.ts'
import { type RecordFactory, reason } from './maker.ts'
import { createMappedPeople } from './mapped.ts'

interface DecisionResult {
  readonly line: string
  readonly violation: string | undefined
}

/**
 * Checks whether the administrator may decide each claim: the status must be 403 if they contributed to it, else 200.
 */
export const decisionsOf = async (p: Probata, organization: RecordFactory): Promise<DecisionResult[]> => {
  const admin = { cookie: await organization.session('admin') }
  const machine = { token: await organization.token('active', scopes) }
  const ask = async (method: string, path: string, caller: Caller, body: object | FormData = {}) => {
    const payload = body instanceof FormData ? body : { ...body, reason }
    const response = await p.call(method, path, { ...caller, ...(method !== 'GET' && { body: payload }) })
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.text}`)
    return response.body
  }
  const workspace = '/api/workspace'
  const v1 = '/api/v1/governance/evidence'
  const text = organization.word()
  const file = textFile(text, 'proof.txt')
  const claim = () => ({
    claimKey: organization.word(),
    title: text,
    ...{ subjectModuleKey: text, subjectResourceType: text, subjectResourceId: text },
    ...{ sourceModuleKey: text, sourceResourceType: text, sourceResourceId: text },
  })
  const upload = async (claimId: string, announcer: Caller, uploader: Caller) => {
    const base = announcer.token ? v1 : workspace
    const { intent } = await ask('POST', `${base}/attachments/upload-intents`, announcer, intentOf(claimId, file))
    const query = new URLSearchParams({ claimId, intentId: intent.id })
    await ask('POST', `${uploader.token ? v1 : workspace}/attachments/upload-binary?${query}`, uploader, formOf(file))
  }
  const ownMachine = async () => {
    const body = { name: text, scopes: ['governance.evidence:read', 'governance.evidence:write'] }
    const { serviceAccount, clientSecret } = await ask('POST', `${workspace}/service-accounts`, admin, body)
    const credentials = { client_id: serviceAccount.clientId, client_secret: clientSecret }
    const tokenResponse = await p.call('POST', '/api/v1/auth/token', {
      body: { grant_type: 'client_credentials', ...credentials },
    })
    return { token: String(tokenResponse.body.access_token) }
  }

  /**
   * Creates a claim as a person whose custodian is the administrator, because the administrator could have signed in as
   * that person.
   */
  const claimOf = async (personId: string): Promise<string> => {
    const caller = { cookie: await organization.sessionOf(personId) }
    return (await ask('POST', `${workspace}/claims`, caller, claim())).id
  }

  const hands: Readonly<Record<string, { readonly make: () => Promise<string>; readonly expected: number }>> = {
    none: { expected: 200, make: async () => (await ask('POST', `${v1}/claims`, machine, claim())).id },
    created: { expected: 403, make: async () => (await ask('POST', `${workspace}/claims`, admin, claim())).id },
    'announced a file': {
      expected: 403,
      async make() {
        const { id } = await ask('POST', `${v1}/claims`, machine, claim())
        await ask('POST', `${workspace}/attachments/upload-intents`, admin, intentOf(id, file))
        return id
      },
    },
    'uploaded the file of another': {
      expected: 403,
      async make() {
        const { id } = await ask('POST', `${v1}/claims`, machine, claim())
        await upload(id, machine, admin)
        return id
      },
    },
    'made the account that created': {
      expected: 403,
      make: async () => (await ask('POST', `${v1}/claims`, await ownMachine(), claim())).id,
    },
    'made the account that attached': {
      expected: 403,
      async make() {
        const { id } = await ask('POST', `${v1}/claims`, machine, claim())
        const machineToken = await ownMachine()
        await upload(id, machineToken, machineToken)
        return id
      },
    },
    'made the person who created': {
      expected: 403,
      async make() {
        const email = organization.scimName()
        const body = { email, name: text, role: 'contributor', password: `a long enough ${text}` }
        return claimOf((await ask('POST', `${workspace}/people`, admin, body)).person.id)
      },
    },
    'was shown the token that sent the person who created': {
      expected: 403,
      async make() {
        await organization.forgetProvisioningTokens()
        const { token } = await ask('POST', `${workspace}/provisioning-tokens`, admin, { name: text })
        return claimOf(await createMappedPeople(p, organization, { token }).person('contributor'))
      },
    },
    'was not shown the token that sent the person who created': {
      expected: 200,
      make: async () => claimOf(await createMappedPeople(p, organization).person('contributor')),
    },
  }
  const results: DecisionResult[] = []
  for (const [hand, { make, expected }] of Object.entries(hands)) {
    const path = `${workspace}/claims/${await make()}`
    const { reviewedDigest } = await ask('GET', path, admin)
    const { status } = await p.call('POST', `${path}/approve`, { ...admin, body: { reviewedDigest, reason } })
    const line = `POST ${workspace}/claims/{claimId}/approve approveClaim hand: ${hand} own=${status}`
    results.push({ line, violation: status === expected ? undefined : `${line}, not ${expected}` })
  }
  return results
}
