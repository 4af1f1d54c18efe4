import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { changePolicy, requireWorkingSignIn } from './change-policy.ts'
import { readSignInPolicy, SignInPolicy } from './get-sign-in-policy.ts'
import { SignInPolicyInput } from './sign-in-policy.ts'

export const setSignInPolicy = changeEndpoint({
  name: 'setSignInPolicy',
  summary: 'Choose how people sign in to the workspace; ends sessions that the new policy does not allow',
  tag: 'Workspace',
  method: 'POST',
  workspace: { path: '/sign-in-policy', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'sign_in_policy.set',
  body: Type.Object(SignInPolicyInput),
  response: Type.Object({
    signInPolicy: SignInPolicy,
    ended: Type.Integer({ description: 'The number of sessions that ended.' }),
  }),
  errors: ['unprocessable'],
  async run(ctx, { body }) {
    if (body.signIn === 'single_sign_on') await requireWorkingSignIn(ctx, body)
    const { ended } = await changePolicy(ctx, body)
    return { signInPolicy: await readSignInPolicy(ctx), ended }
  },
})
