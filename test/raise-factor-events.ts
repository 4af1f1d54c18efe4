import { beginFactorReset } from '#src/features/access/factor-reset/begin-factor-reset.ts'
import type { Newcomers } from './newcomers.ts'
import { addPasskey, enterWithPasskey } from './passkeys.ts'
import { changeWithSecond, secondAdministrator } from './second-administrator.ts'
import type { Probata } from './system.ts'

interface Scene {
  readonly p: () => Probata
  readonly people: () => Newcomers
  ask(method: string, path: string, body?: object): Promise<unknown>
}

/** The steps that raise each security event about second factors. */
export const raiseFactorEvents = ({ p, people, ask }: Scene) => ({
  async passkeyCloned() {
    const { email } = await people().newcomer()
    const { key } = await addPasskey(p(), await p().signIn(email))
    for (const counter of [7, 7]) await enterWithPasskey(p(), key, { counter })
  },
  // Requesting a change raises this event before the change is confirmed.
  async accessChangeRequested() {
    await secondAdministrator(p())
    const { request } = Object(await ask('POST', '/group-rules', { rules: [] }))
    await ask('POST', `/approval-requests/${request.id}/withdraw`)
  },
  async secondFactorRemoved() {
    const { id } = await people().enrolled()
    await changeWithSecond(p(), await people().administrator(), ['DELETE', `/people/${id}/totp`])
  },
  async factorResetBegun() {
    const { email } = await people().enrolled()
    await beginFactorReset(p().system.services, { email, reason: 'the phone is lost' })
  },
  secondFactorRulesChanged: () => ask('PATCH', '/second-factor', { required: ['auditor'], graceDays: 90 }),
})
