import { type Static, Type } from 'typebox'

/** How a session was opened. */
export const SignedInWith = Type.Enum(['password', 'single_sign_on', 'setup', 'invitation', 'passkey'])

export type SignedInWith = Static<typeof SignedInWith>
