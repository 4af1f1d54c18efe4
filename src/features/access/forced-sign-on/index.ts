import { getSignInPolicy } from './get-sign-in-policy.ts'
import { setSignInPolicy } from './set-sign-in-policy.ts'

export const forcedSignOn = [getSignInPolicy, setSignInPolicy]
