import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { maxResults, Params, ResourceQuery } from './asked.ts'
import { baseOf } from './resource.ts'
import { Answered, tag } from './served.ts'

const no = { supported: false }

export const getScimServiceProviderConfig = reading({
  name: 'getScimServiceProviderConfig',
  summary: 'Read the supported features of SCIM',
  tag,
  scim: { path: '/{workspace}/ServiceProviderConfig' },
  params: Params,
  query: ResourceQuery,
  response: Answered,
  run: async ({ settings, organizationId }) =>
    new Rendered(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
        filter: { supported: true, maxResults },
        changePassword: no,
        sort: no,
        etag: no,
        authenticationSchemes: [
          {
            type: 'oauthbearertoken',
            name: 'Provisioning token',
            description: 'A token that an administrator of the workspace made, as a bearer token.',
            specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
            primary: true,
          },
        ],
        meta: {
          resourceType: 'ServiceProviderConfig',
          location: `${baseOf(settings.url, organizationId)}/ServiceProviderConfig`,
        },
      }),
    ),
})
