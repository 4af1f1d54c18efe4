import { serviceAccountTransition } from './service-account-transition.ts'

export const disableServiceAccount = serviceAccountTransition(
  'disable',
  'Disable a service account; its calls are rejected',
)
