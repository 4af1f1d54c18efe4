import { type Static, Type } from 'typebox'
import { bound, readAsIs, sorted } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Reference, Timestamp } from '#http/schema.ts'

export const signIns = ['any', 'single_sign_on'] as const

export type SignIn = (typeof signIns)[number]

export const maxBreakGlass = 2

/** The fields that administrators choose. */
export const SignInPolicyInput = {
  signIn: Type.Enum([...signIns], {
    description: 'How people sign in to the workspace: by password, link or single sign-on, or by single sign-on only.',
  }),
  breakGlassIds: Type.Array(Reference('prs'), {
    maxItems: maxBreakGlass,
    uniqueItems: true,
    description:
      'The administrators who may still sign in with password and second factor; each use is a critical security event, and all administrators are notified.',
  }),
}

export const StoredPolicy = Type.Object({ ...SignInPolicyInput, updatedAt: Timestamp })

export type StoredPolicy = Static<typeof StoredPolicy>

export const renderSignInPolicy = renderer(StoredPolicy)

export const boundPolicies = bound({
  table: 'sign_in_policy',
  prefix: 'sip',
  content: { isCurrent: readAsIs, breakGlassIds: sorted, signIn: readAsIs },
})

/** The policy of a workspace that never chose one. */
export const openPolicy = Object.freeze({ signIn: 'any', breakGlassIds: [] as string[] } as const)
