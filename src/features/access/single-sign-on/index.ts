import { beginSingleSignOn } from './begin-single-sign-on.ts'
import { checkSignOnDomain } from './check-sign-on-domain.ts'
import { completeSingleSignOn } from './complete-single-sign-on.ts'
import { getIdentityProvider } from './get-identity-provider.ts'
import { removeIdentityProvider } from './remove-identity-provider.ts'
import { setIdentityProvider } from './set-identity-provider.ts'

export const singleSignOn = [
  beginSingleSignOn,
  completeSingleSignOn,
  getIdentityProvider,
  setIdentityProvider,
  removeIdentityProvider,
  checkSignOnDomain,
]
