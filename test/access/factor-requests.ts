import { password } from '#test/fixture.ts'
import type { PrepareRequest } from './arrangement.ts'

/** Request data for second factors. Each request uses a new factor. */
export const factorArrangements: Readonly<Record<string, PrepareRequest>> = {
  beginTotp: async organization => {
    await organization.secondFactor('admin')
    return { body: { currentPassword: password } }
  },
  removeTotp: async organization => ({ body: { code: await organization.secondFactor('admin', 'on') } }),
  confirmTotp: async organization => ({ body: { code: await organization.secondFactor('admin') } }),
  addPasskey: organization => organization.newPasskey('contributor'),
  setNotificationChoice: async () => ({ params: { kind: 'assigned' }, body: { bell: true, mail: 'off' } }),
  setNotificationDefault: async () => ({ params: { kind: 'assigned' }, body: { bell: true, mail: null } }),
  setDisplay: async () => ({ body: { language: 'de', timeZone: 'Europe/Berlin', dateFormat: 'iso' } }),
  renamePasskey: async organization => ({
    params: { passkeyId: await organization.passkey('admin') },
    body: { name: 'x' },
  }),
  removePasskey: async organization => ({ params: { passkeyId: await organization.passkey('admin') } }),
  removePersonTotp: async organization => {
    await organization.endRequests()
    await organization.secondFactor('reviewer', 'on')
    return { params: { personId: organization.people.get('reviewer') } }
  },
  confirmPersonFactor: async organization => {
    await organization.secondFactor('reviewer', 'on')
    return { params: { personId: organization.people.get('reviewer') } }
  },
  completeSignOnWithCode: async () => ({ body: { code: '123456' } }),
  confirmOwnFactor: async organization => {
    const code = await organization.secondFactor('admin', 'on')
    return { body: { code, token: await organization.factorProof('admin') } }
  },
}
