import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'

/** Throws a 422 unless a requirement with this status takes packages. */
export const requireActive = (status: string): void => {
  if (status === 'active') return
  throw new Refusal(
    'unprocessable',
    sentence`package.requirement_not_active: The submission requirement is ${{ status }}; packages need an active one.`,
  )
}
