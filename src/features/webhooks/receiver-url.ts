import { Type } from 'typebox'
import type { Provided } from '#http/call.ts'
import { invalid } from '#http/errors.ts'

/** The address of a receiver. */
export const ReceiverUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'https, without credentials or a fragment, at an address that this install allows.',
})

/** Throws a 400 unless webhooks may be sent to this URL. Resolves its host name. */
export const checkReceiverUrl = async ({ receivers }: Provided<'receivers'>, url: string): Promise<void> => {
  const problem = await receivers.problem(url)
  if (problem !== undefined) throw invalid(['url'], problem)
}
