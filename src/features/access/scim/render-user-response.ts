import type { CommittingCall } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import type { UserRow } from './queries.ts'
import { projectResource, scimBaseUrl, userResource } from './resource.ts'
import { readProjection } from './scim-request.ts'

/** Renders a user for the response to a change. */
export const renderUserResponse = (
  { settings, organizationId }: Pick<CommittingCall, 'settings' | 'organizationId'>,
  row: UserRow,
  query: unknown,
): Rendered => {
  const resource = userResource(row, scimBaseUrl(settings.url, organizationId))
  return new Rendered(JSON.stringify(projectResource(resource, readProjection(query))))
}
