import { Refusal } from '#api/errors.ts'
import { step } from '#lib/flow.ts'
import { type PolicyVersion, versionFlow } from './policy-version.ts'

const wordsOf = (status: string): string => status.replace('_', ' ')

/** The status that a version has after a move. Throws a 422 where it is not possible. */
export const nextOf = ({ status: from }: PolicyVersion, move: keyof typeof versionFlow): PolicyVersion['status'] => {
  const status = step(versionFlow, from, move)
  if (status) return status
  const possible = versionFlow[move].from.map(wordsOf).join(' or ')
  throw new Refusal('unprocessable', `The version is ${wordsOf(from)}; this is possible while it is ${possible}.`)
}
