import type { Newcomers } from './newcomers.ts'
import { addPasskey, enterWithPasskey } from './passkeys.ts'
import type { Probata } from './system.ts'

interface Scene {
  readonly p: () => Probata
  readonly people: () => Newcomers
  ask(method: string, path: string, body?: object): Promise<unknown>
}

/** What each security event about second factors takes. */
export const raiseFactorEvents = ({ p, people, ask }: Scene) => ({
  async passkeyCloned() {
    const { email } = await people().newcomer()
    const { key } = await addPasskey(p(), await p().signIn(email))
    for (const counter of [7, 7]) await enterWithPasskey(p(), key, { counter })
  },
  secondFactorRemoved: async () => ask('DELETE', `/people/${(await people().enrolled()).id}/totp`),
  secondFactorRulesChanged: () => ask('PATCH', '/second-factor', { required: ['auditor'], graceDays: 90 }),
})
