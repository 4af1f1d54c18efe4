import { violatedConstraint } from '#db/sql-error.ts'
import { sentence } from '#lib/sentence.ts'
import type { Call } from './call.ts'
import { Refusal } from './errors.ts'

/** The header of every response to a caller from a sample workspace. */
export const sampleHeader = 'probata-sample'

/** The mark of a document from a sample workspace. */
export const sampleMark = 'Sample data: nothing here is real'

const filenamePattern = /(filename=")/

/** Marks the name of a file that is sent to a caller from a sample workspace. */
export const markFile = (
  { actor }: Pick<Call, 'actor'>,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const disposition = headers['content-disposition']
  if (!actor.sample || disposition === undefined) return headers
  return { ...headers, 'content-disposition': disposition.replace(filenamePattern, '$1SAMPLE-') }
}

/** Returns the 409 for a change by which a sample workspace would reach other systems; the database rejects it. */
export const keptInSample = (error: unknown) =>
  violatedConstraint(error) === 'sample_sends_nothing'
    ? new Refusal(
        'conflict',
        sentence`workspace.sample_sends_nothing: This workspace contains sample data and reaches no other system. Do this in a real workspace.`,
      )
    : undefined
