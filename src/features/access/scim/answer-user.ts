import { Rendered } from '#http/answer.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { attributeProjectionOf } from './asked.ts'
import type { UserRow } from './queries.ts'
import { baseOf, project, userResource } from './resource.ts'

/** A user in the answer to a change. */
export const answerUser = (
  { settings, organizationId }: Pick<CommittingCall, 'settings' | 'organizationId'>,
  row: UserRow,
  query: unknown,
): Rendered => {
  const resource = userResource(row, baseOf(settings.url, organizationId))
  return new Rendered(JSON.stringify(project(resource, attributeProjectionOf(query))))
}
