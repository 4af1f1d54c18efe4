import { errorDigest } from '#lib/error-digest.ts'

/** The codes of runs that did not end by themselves. */
export const codes = Object.freeze({
  /** The node of the run could not renew the lease in time, and another node took the job over. */
  leaseLost: 'lease_lost',
  /** The run never ended: its node was killed or has fallen silent. */
  interrupted: 'interrupted',
} as const)

const unknown = 'unexpected'

/** Finds the first code in an error and its causes: an SQLSTATE, a system code, or one of ours. Never a text. */
export const errorCodeOf = (error: unknown): string => {
  for (let digest = errorDigest(error) as ReturnType<typeof errorDigest> | undefined; digest; digest = digest.cause)
    if (digest.code !== undefined) return digest.code
  return unknown
}
