import { Type } from 'typebox'
import type { Call, EndpointServices } from '#http/call.ts'
import { notFound } from '#http/errors.ts'
import { Line } from '#http/schema.ts'
import { operatesInstall } from '#shared/operates-install.ts'

export const JobParams = Type.Object({ name: Line(100, 'The name of the job.') })

/**
 * Returns the organization whose jobs the caller sees. Undefined for the operating organization, which sees the jobs of
 * all organizations.
 */
export const findJobScope = async (call: Pick<Call, 'db' | 'organizationId'>): Promise<string | undefined> =>
  (await operatesInstall(call)) ? undefined : call.organizationId

/** Returns the scope in which the caller runs the job, as in `findJobScope`. Throws a 404 if no job has this name. */
export const requireJob = async (
  call: Pick<Call, 'db' | 'organizationId'> & Pick<EndpointServices, 'jobs'>,
  name: string,
): Promise<string | undefined> => {
  const scope = await findJobScope(call)
  if (!call.jobs.has(name, scope)) throw notFound('job')
  return scope
}
