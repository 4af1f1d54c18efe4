import { issueToken } from './issue-token.ts'
import { serviceAccounts } from './provision-service-accounts.ts'
import { users } from './provision-users.ts'
import { getSession, signIn, signOut } from './session.ts'

export const access = {
  endpoints: [issueToken, signIn, signOut, getSession],
  sections: [users, serviceAccounts],
}
