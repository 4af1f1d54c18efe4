import { confirmAddressChange } from './addresses/confirm-address-change.ts'
import { declineAddressChange } from './addresses/decline-address-change.ts'
import { getAddressChange } from './addresses/get-address-change.ts'
import { beginTotp } from './begin-totp.ts'
import { changePassword } from './change-password.ts'
import { completeSetup } from './complete-setup.ts'
import { confirmOwnFactor } from './confirm-own-factor.ts'
import { confirmPersonFactor } from './confirm-person-factor.ts'
import { confirmSession } from './confirm-session.ts'
import { confirmTotp } from './confirm-totp.ts'
import { createPerson } from './create-person.ts'
import { createServiceAccount } from './create-service-account.ts'
import { getDeputy } from './deputies/get-deputy.ts'
import { setOwnDeputy } from './deputies/set-own-deputy.ts'
import { setPersonDeputy } from './deputies/set-person-deputy.ts'
import { disableServiceAccount } from './disable-service-account.ts'
import { enableServiceAccount } from './enable-service-account.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endPersonSessions } from './end-person-sessions.ts'
import { endSession } from './end-session.ts'
import { cancelFactorReset } from './factor-reset/cancel-factor-reset.ts'
import { factorResets } from './factor-reset/factor-reset.ts'
import { resetFactors } from './factor-reset/reset-factors.ts'
import { forcedSignOn } from './forced-sign-on/index.ts'
import { signInSection } from './forced-sign-on/provision-sign-in.ts'
import { boundPolicies } from './forced-sign-on/sign-in-policy.ts'
import { forgetExpiredCredentials } from './forget-credentials.ts'
import { forgetScimEvents } from './forget-scim-events.ts'
import { getServiceAccount } from './get-service-account.ts'
import { getSession } from './get-session.ts'
import { boundRules } from './groups/group-rules.ts'
import { groups } from './groups/index.ts'
import { groupRulesSection } from './groups/provision-group-rules.ts'
import { invitations } from './invitations/index.ts'
import { boundInvitations } from './invitations/invitation.ts'
import { linksOfPerson } from './invitations/revoke-link.ts'
import { issueToken } from './issue-token.ts'
import { listPeopleWithCustodians } from './list-people-with-custodians.ts'
import { listPersonCustodians } from './list-person-custodians.ts'
import { listPersonSecrets } from './list-person-secrets.ts'
import { listPersonSessions } from './list-person-sessions.ts'
import { listServiceAccounts } from './list-service-accounts.ts'
import { listSessions } from './list-sessions.ts'
import { chooseWorkspace } from './logins/choose-workspace.ts'
import { listWorkspaces } from './logins/list-workspaces.ts'
import { switchWorkspace } from './logins/switch-workspace.ts'
import { lookAtSetup } from './look-at-setup.ts'
import { passkeys } from './passkeys/index.ts'
import { people } from './person.ts'
import { serviceAccounts } from './provision-service-accounts.ts'
import { users } from './provision-users.ts'
import { provisioningTokens } from './provisioning-tokens/index.ts'
import { provisioningTokensSection } from './provisioning-tokens/provision-tokens.ts'
import { boundProvisioningTokens } from './provisioning-tokens/provisioning-token.ts'
import { removePersonTotp } from './remove-person-totp.ts'
import { removeTotp } from './remove-totp.ts'
import { rotateServiceAccountSecret } from './rotate-service-account-secret.ts'
import { scim } from './scim/index.ts'
import { secondAdministrator } from './second-administrator/index.ts'
import { getSecondFactorRules } from './second-factor/get-second-factor-rules.ts'
import { listPeopleWithoutFactor } from './second-factor/list-people-without-factor.ts'
import { secondFactorRules } from './second-factor/provision-second-factor.ts'
import { setSecondFactorRules } from './second-factor/set-second-factor-rules.ts'
import { accountChoices, boundAccounts } from './service-account.ts'
import { setDisplay } from './set-display.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { boundProviders } from './single-sign-on/identity-provider.ts'
import { singleSignOn } from './single-sign-on/index.ts'
import { signOnDomains } from './single-sign-on/provision-domains.ts'
import { providerSection } from './single-sign-on/provision-provider.ts'
import { recheckDomains } from './single-sign-on/recheck-domains.ts'
import { accessTitles, searchedAccounts } from './titles.ts'
import { createUnit } from './units/create-unit.ts'
import { getPlacement } from './units/get-placement.ts'
import { placeRecords } from './units/place-records.ts'
import { units } from './units/unit.ts'
import { updateUnit } from './units/update-unit.ts'
import { updatePerson } from './update-person.ts'
import { updateServiceAccount } from './update-service-account.ts'

export const access = {
  families: [people, units, factorResets],
  titleSources: accessTitles,
  searchSources: searchedAccounts,
  bounds: [boundAccounts, boundInvitations, boundPolicies, boundProviders, boundProvisioningTokens, boundRules],
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
    ...passkeys,
    listSessions,
    endSession,
    endOtherSessions,
    createPerson,
    updatePerson,
    removePersonTotp,
    cancelFactorReset,
    getSecondFactorRules,
    setSecondFactorRules,
    setDisplay,
    getDeputy,
    setOwnDeputy,
    setPersonDeputy,
    listPeopleWithoutFactor,
    confirmOwnFactor,
    getAddressChange,
    confirmAddressChange,
    declineAddressChange,
    confirmPersonFactor,
    listPersonCustodians,
    listPeopleWithCustodians,
    listPersonSessions,
    listPersonSecrets,
    endPersonSessions,
    ...invitations,
    listServiceAccounts,
    getServiceAccount,
    ...singleSignOn,
    ...groups,
    ...forcedSignOn,
    ...provisioningTokens,
    ...scim,
    ...secondAdministrator.endpoints,
    createServiceAccount,
    updateServiceAccount,
    disableServiceAccount,
    enableServiceAccount,
    rotateServiceAccountSecret,
    createUnit,
    updateUnit,
    getPlacement,
    placeRecords,
  ],
  jobs: [forgetExpiredCredentials, forgetScimEvents, recheckDomains, resetFactors],
  sections: [
    users,
    serviceAccounts,
    provisioningTokensSection,
    providerSection,
    signOnDomains,
    groupRulesSection,
    signInSection,
    secondFactorRules,
  ],
  choiceSources: [accountChoices],
  revocableLinks: [linksOfPerson],
  approvalSubjects: secondAdministrator.approvalSubjects,
}
