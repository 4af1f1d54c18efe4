import { beginTotp } from './begin-totp.ts'
import { changePassword } from './change-password.ts'
import { completeSetup } from './complete-setup.ts'
import { confirmSession } from './confirm-session.ts'
import { confirmTotp } from './confirm-totp.ts'
import { createPerson } from './create-person.ts'
import { createServiceAccount, rotateServiceAccountSecret } from './create-service-account.ts'
import { endOtherSessions, endPersonSessions, endSession } from './end-sessions.ts'
import { forgetExpiredCredentials } from './forget-credentials.ts'
import { invitations } from './invitations/index.ts'
import { issueToken } from './issue-token.ts'
import { getServiceAccount, listServiceAccounts } from './list-service-accounts.ts'
import { chooseWorkspace } from './logins/choose-workspace.ts'
import { listWorkspaces, switchWorkspace } from './logins/switch-workspace.ts'
import { lookAtSetup } from './look-at-setup.ts'
import { listPersonSessions, listSessions } from './open-sessions.ts'
import { people } from './person.ts'
import { serviceAccounts } from './provision-service-accounts.ts'
import { users } from './provision-users.ts'
import { removePersonTotp, removeTotp } from './remove-totp.ts'
import { getSession } from './session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { recheckDomains } from './single-sign-on/check-domain.ts'
import { singleSignOn } from './single-sign-on/index.ts'
import { signOnDomains } from './single-sign-on/provision-domains.ts'
import { updatePerson } from './update-person.ts'
import { disableServiceAccount, enableServiceAccount, updateServiceAccount } from './update-service-account.ts'

export const access = {
  endpoints: [
    issueToken,
    signIn,
    chooseWorkspace,
    switchWorkspace,
    listWorkspaces,
    signOut,
    getSession,
    confirmSession,
    lookAtSetup,
    completeSetup,
    changePassword,
    beginTotp,
    confirmTotp,
    removeTotp,
    listSessions,
    endSession,
    endOtherSessions,
    ...people,
    createPerson,
    updatePerson,
    removePersonTotp,
    listPersonSessions,
    endPersonSessions,
    ...invitations,
    listServiceAccounts,
    getServiceAccount,
    ...singleSignOn,
    createServiceAccount,
    updateServiceAccount,
    disableServiceAccount,
    enableServiceAccount,
    rotateServiceAccountSecret,
  ],
  jobs: [forgetExpiredCredentials, recheckDomains],
  sections: [users, serviceAccounts, signOnDomains],
}
