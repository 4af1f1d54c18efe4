/** The ways in which a person can gain the ability to act as another (decision 101). */
export const custodies = Object.freeze([
  'invitation_link',
  'reset_link',
  'initial_password',
  'own_mailbox',
  'same_sign_on',
  'provider',
  'provisioning_token',
  'address',
] as const)

export type Custody = (typeof custodies)[number]
