import type { PrepareRequest } from './arrangement.ts'

/** Request data for group rules and sign-in settings. */
export const accessPreparations: Readonly<Record<string, PrepareRequest>> = {
  async setGroupRules(organization) {
    await organization.endRequests()
    return { body: { rules: [{ source: 'scim', group: organization.canary, role: 'auditor' }] } }
  },
  async setIdentityProvider(organization) {
    await organization.endRequests()
    return { body: organization.providerSettings }
  },
  async removeIdentityProvider(organization) {
    await organization.provider()
    return {}
  },
  async cancelFactorReset(organization) {
    await organization.factorReset('admin', 'open')
    return {}
  },
  getApprovalProposal: async organization => ({
    params: { requestId: (await organization.approvalRequest()).requestId },
  }),
  setAccessSource: async organization => ({
    params: { personId: await organization.person() },
    body: { source: 'hand' },
  }),
  getPersonGroups: async organization => ({ params: { personId: await organization.person() } }),
  async removeOwnSignOn(organization) {
    await organization.connection(organization.people.get('admin') ?? '')
    return {}
  },
  async removePersonSignOn(organization) {
    const personId = await organization.person()
    await organization.connection(personId)
    return { params: { personId } }
  },
  setSignInPolicy: async () => ({ body: { signIn: 'any', breakGlassIds: [] } }),
}
