import { backChannelLogout } from './back-channel-logout.ts'
import { beginSingleSignOn } from './begin-single-sign-on.ts'
import { checkSignOnDomain } from './check-sign-on-domain.ts'
import { completeSignOnWithCode } from './complete-sign-on-with-code.ts'
import { completeSingleSignOn } from './complete-single-sign-on.ts'
import { connectSignOn } from './connect-sign-on.ts'
import { getClientKeys } from './get-client-keys.ts'
import { getIdentityProvider } from './get-identity-provider.ts'
import { getOwnSignOn } from './get-own-sign-on.ts'
import { removeIdentityProvider } from './remove-identity-provider.ts'
import { removeOwnSignOn } from './remove-own-sign-on.ts'
import { removePersonSignOn } from './remove-person-sign-on.ts'
import { rotateClientKey } from './rotate-client-key.ts'
import { setIdentityProvider } from './set-identity-provider.ts'

export const singleSignOn = [
  beginSingleSignOn,
  completeSingleSignOn,
  completeSignOnWithCode,
  getOwnSignOn,
  connectSignOn,
  removeOwnSignOn,
  removePersonSignOn,
  backChannelLogout,
  getIdentityProvider,
  setIdentityProvider,
  removeIdentityProvider,
  checkSignOnDomain,
  getClientKeys,
  rotateClientKey,
]
