import assert from 'node:assert/strict'
import type { ForgingProvider } from './forging-provider.ts'
import type { Newcomers } from './newcomers.ts'
import { raiseConnection } from './raise-connection.ts'
import { raiseProvisioningEvents } from './raise-provisioning-events.ts'
import { setRules } from './second-administrator.ts'
import { connectPeople, useProvider as setProvider, signOn } from './sign-on.ts'
import type { Probata } from './system.ts'

interface Scene {
  readonly p: () => Probata
  readonly people: () => Newcomers
  readonly issuer: () => ForgingProvider
  ask(method: string, path: string, body?: object): Promise<unknown>
}

/** Returns the steps that raise each security event about access: providers, groups, provisioning. */
export const raiseAccessEvents = ({ p, people, issuer, ask }: Scene) => {
  const enter = (over: object) => {
    const claims = { sub: 'admin', email: 'admin@acme.example', email_verified: true, ...over }
    Object.assign(issuer(), { claims })
    return signOn(p(), 'admin@acme.example', url => issuer().signIn(url))
  }
  const changeRules = async (group: string) =>
    setRules(p(), await people().administrator(), [{ source: 'single_sign_on', group, role: 'auditor' }])
  return {
    ...raiseProvisioningEvents({ p }),
    async signOnConnected() {
      await setProvider(p(), { issuer: issuer().issuer })
      Object.assign(issuer(), { claims: { sub: 'reviewer', groups: [] } })
      await raiseConnection(p(), issuer())
    },
    async signOnRemoved() {
      await setProvider(p(), { issuer: issuer().issuer })
      Object.assign(issuer(), { claims: { sub: 'reviewer', groups: [] } })
      await raiseConnection(p(), issuer())
      const cookie = await p().signIn('reviewer@acme.example')
      const removal = await p().call('DELETE', '/api/workspace/account/sign-on', { cookie })
      assert.equal(removal.status, 204, removal.text)
    },
    async groupRulesChanged() {
      await changeRules('auditors')
    },
    async groupsUnknown() {
      await setProvider(p(), { issuer: issuer().issuer, mapPeople: 'all' })
      await connectPeople(p(), { admin: 'admin' })
      assert.equal((await enter({ hasgroups: true })).status, 401)
    },
    async lastAdministratorKept() {
      const otherAdministrators = `role = 'admin' and record::json ->> 'email' <> 'admin@acme.example'
        and organization_id = (select id from organization where slug = 'acme')`
      await p().sql(`update person set disabled = true where ${otherAdministrators}`)
      assert.equal((await enter({ groups: ['auditors'] })).status, 200)
      await p().sql(`update person set disabled = false where ${otherAdministrators}`)
    },
    signInPolicyChanged: () => ask('POST', '/sign-in-policy', { signIn: 'any', breakGlassIds: [] }),
    async breakGlassUsed() {
      const { id, email, code } = await people().enrolled()
      const policy = `update sign_in_policy set sign_in = $1, break_glass_ids = $2 where is_current`
      await p().sql(policy, ['single_sign_on', [id]])
      assert.equal((await people().signIn(email, code())).status, 200)
      await p().sql(policy, ['any', []])
    },
  }
}
