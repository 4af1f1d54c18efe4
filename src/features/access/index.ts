import { issueToken } from './issue-token.ts'
import { getSession, signIn, signOut } from './session.ts'

export const access = { endpoints: [issueToken, signIn, signOut, getSession] }
