import type { Arrangement } from './arrangement.ts'

/** Requests about groups and about how people sign in. */
export const accessArrangements: Readonly<Record<string, Arrangement>> = {
  setGroupRules: async ({ canary }) => ({ body: { rules: [{ source: 'scim', group: canary, role: 'auditor' }] } }),
  setAccessSource: async organization => ({
    params: { personId: await organization.person() },
    body: { source: 'hand' },
  }),
  getPersonGroups: async organization => ({ params: { personId: await organization.person() } }),
  setSignInPolicy: async () => ({ body: { signIn: 'any', breakGlassIds: [] } }),
}
