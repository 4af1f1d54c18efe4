import { errorDigest } from '#lib/error-digest.ts'

/** The codes of runs that were lost or interrupted. */
export const codes = Object.freeze({
  /** The node could not renew the lease in time, and another node took over the job. */
  leaseLost: 'lease_lost',
  /** The run never ended: its node was killed or stopped responding. */
  interrupted: 'interrupted',
} as const)

const unknown = 'unexpected'

/**
 * Finds the first code in an error and its causes: an SQLSTATE, a system code, or one of the
 * program's own codes. Never returns free text.
 */
export const errorCodeOf = (error: unknown): string => {
  for (let digest = errorDigest(error) as ReturnType<typeof errorDigest> | undefined; digest; digest = digest.cause)
    if (digest.code !== undefined) return digest.code
  return unknown
}
