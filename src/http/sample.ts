import { violatedConstraint } from '#db/sql-error.ts'
import { sentence } from '#lib/sentence.ts'
import type { Actor } from './access.ts'
import type { Call } from './call.ts'
import type { Endpoint } from './endpoint.ts'
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

const sendsNothing = () =>
  new Refusal(
    'forbidden_resource',
    sentence`workspace.sample_sends_nothing: This workspace contains sample data and reaches no other system. Do this in a real workspace.`,
  )

/** Throws a 403 for an operation of a sample workspace that would reach another system. */
export const requireInstallOnly = ({ sample }: Actor, endpoint: Pick<Endpoint, 'sends'> | undefined): void => {
  if (sample && endpoint?.sends) throw sendsNothing()
}

/** Returns the 403 for a change that the database rejected because a sample workspace may not make it. */
export const keptInSample = (error: unknown) =>
  violatedConstraint(error) === 'sample_sends_nothing' ? sendsNothing() : undefined
