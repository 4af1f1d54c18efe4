import { completeSetup } from './complete-setup.ts'
import { createPerson } from './create-person.ts'
import { createServiceAccount, rotateServiceAccountSecret } from './create-service-account.ts'
import { forgetExpiredCredentials } from './forget-credentials.ts'
import { issueToken } from './issue-token.ts'
import { people } from './person.ts'
import { serviceAccounts } from './provision-service-accounts.ts'
import { users } from './provision-users.ts'
import { serviceAccountFamily } from './service-account.ts'
import { getSession } from './session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updatePerson } from './update-person.ts'
import { disableServiceAccount, enableServiceAccount, updateServiceAccount } from './update-service-account.ts'

export const access = {
  endpoints: [
    issueToken,
    signIn,
    signOut,
    getSession,
    completeSetup,
    ...people,
    createPerson,
    updatePerson,
    ...serviceAccountFamily,
    createServiceAccount,
    updateServiceAccount,
    disableServiceAccount,
    enableServiceAccount,
    rotateServiceAccountSecret,
  ],
  jobs: [forgetExpiredCredentials],
  sections: [users, serviceAccounts],
}
