import { serviceAccountTransition } from './service-account-transition.ts'

export const enableServiceAccount = serviceAccountTransition(
  'enable',
  'Enable a service account; earlier tokens stay unusable',
)
