import { Type } from 'typebox'
import type { EndpointServices } from '#api/call.ts'
import { notFound } from '#api/errors.ts'
import { Line } from '#api/schema.ts'

export const JobParams = Type.Object({ name: Line(100, 'Name of the job.') })

/** Throws a 404 where there is no job of the name. */
export const requireJob = ({ jobs }: Pick<EndpointServices, 'jobs'>, name: string): void => {
  if (!jobs.has(name)) throw notFound('job')
}
