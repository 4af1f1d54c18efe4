import { scopes } from '#http/access.ts'
import { roomCookie, sessionCookie } from '#http/identify.ts'
import type { Operation } from '#http/operation.ts'
import { prefixes } from '#http/routes.ts'
import type { Schema } from './schemas.ts'

const verbs: Readonly<Record<string, string>> = { read: 'Read', write: 'Write', manage: 'Manage' }

/** `governance.due-diligence-reviews:read` → `Read due diligence reviews.` */
const describeScope = (scope: string): string => {
  const [resource = '', verb = ''] = scope.split(':')
  return `${verbs[verb] ?? verb} ${resource.replace('governance.', '').replaceAll('-', ' ')}.`
}

/** Security schemes of the machine interface; `url` is the public base address, empty for relative addresses. */
export const machineSchemes = (url: string): Schema => ({
  oauth2: {
    type: 'oauth2',
    description: 'An access token of a service account, as `Authorization: Bearer …`.',
    flows: {
      clientCredentials: {
        tokenUrl: `${url}${prefixes.v1}/auth/token`,
        scopes: Object.fromEntries(scopes.map(scope => [scope, describeScope(scope)])),
      },
    },
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description:
      'Client id and secret of a service account (RFC 6749 section 2.3.1); they may be sent in the body instead.',
  },
})

/** Security schemes of the workspace. */
export const workspaceSchemes: Schema = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie.names.https,
    description: `The cookie that sign-in sets; over plain http it is called ${sessionCookie.names.http}. Sign-in with a password also sets a cookie that marks a known device; only later sign-ins read it.`,
  },
  room: {
    type: 'apiKey',
    in: 'cookie',
    name: roomCookie.names.https,
    description: `The cookie that the link to an auditor's room sets; over plain http it is called ${roomCookie.names.http}.`,
  },
}

/** The access that an operation requires: `security`, the roles of people, and a description. */
export const securityOf = ({ access, endpoint }: Operation): Schema => {
  if (access === 'public') return { security: endpoint.oauth ? [{ client: [] }, {}] : [] }
  if (access === 'provisioning') return { security: [{ provisioning: [] }] }
  if (access === 'guest') return { description: 'Guests of an assessment.', security: [{ room: [] }] }
  if ('scope' in access) return { description: `Scope: \`${access.scope}\`.`, security: [{ oauth2: [access.scope] }] }
  return {
    description: `Roles: ${access.roles.join(', ')}.`,
    security: [{ session: [] }],
    'x-roles': access.roles,
  }
}
