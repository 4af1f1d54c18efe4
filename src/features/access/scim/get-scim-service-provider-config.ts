import { readEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { scimBaseUrl } from './resource.ts'
import { maxResults, Params, ResourceQuery } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

const unsupported = { supported: false }

export const getScimServiceProviderConfig = readEndpoint({
  name: 'getScimServiceProviderConfig',
  summary: 'Get the supported SCIM features',
  tag,
  scim: { path: '/{workspace}/ServiceProviderConfig' },
  params: Params,
  query: ResourceQuery,
  response: ScimResponse,
  run: async ({ settings, organizationId }) =>
    new Rendered(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
        filter: { supported: true, maxResults },
        changePassword: unsupported,
        sort: unsupported,
        etag: unsupported,
        authenticationSchemes: [
          {
            type: 'oauthbearertoken',
            name: 'Provisioning token',
            description: 'A bearer token that an administrator of the workspace created.',
            specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
            primary: true,
          },
        ],
        meta: {
          resourceType: 'ServiceProviderConfig',
          location: `${scimBaseUrl(settings.url, organizationId)}/ServiceProviderConfig`,
        },
      }),
    ),
})
