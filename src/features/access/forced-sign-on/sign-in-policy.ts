import { type Static, Type } from 'typebox'
import { bound, readAsIs, sorted } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Reference, Timestamp } from '#http/schema.ts'

export const signIns = ['any', 'single_sign_on'] as const

export type SignIn = (typeof signIns)[number]

export const maxBreakGlass = 2

/** The fields that administrators set. */
export const SignInPolicyInput = {
  signIn: Type.Enum([...signIns], {
    description:
      'How people sign in to the workspace: any way (password, link or single sign-on), or single sign-on only.',
  }),
  breakGlassIds: Type.Array(Reference('prs'), {
    maxItems: maxBreakGlass,
    uniqueItems: true,
    description:
      'The administrators who may still sign in with a password and second factor. Each use is a critical security event and notifies all administrators.',
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

/** The policy of a workspace that has never set one. */
export const defaultSignInPolicy = Object.freeze({ signIn: 'any', breakGlassIds: [] as string[] } as const)
