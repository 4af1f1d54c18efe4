import type { CDPSession, Page } from 'playwright-core'

interface Credential {
  readonly credentialId: string
  readonly signCount: number
}

/** Chromium's virtual authenticator, which replaces a person's device (CDP domain WebAuthn). */
export interface Device {
  credentials(): Promise<readonly (Credential & Record<string, unknown>)[]>
  add(credential: object): Promise<void>
}

/** Adds a virtual device. With `verifies` false, it behaves like a plain security key, which cannot verify its user. */
export const plugIn = async (page: Page, verifies = true): Promise<Device> => {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials as never,
    add: async credential => {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never })
    },
  }
}
