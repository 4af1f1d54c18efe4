import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Nullable } from '#http/schema.ts'
import { findBounce } from '#src/features/notifications/deliveries/bounce-queries.ts'
import { findUnsubscriber } from '#src/features/notifications/unsubscribe/queries.ts'
import { MailBounce, MailPersonParams, showBounce } from './mail-bounce.ts'

export const getPersonMail = readEndpoint({
  name: 'getPersonMail',
  summary: 'Get whether mail to a person pauses because a mail server refused their address',
  tag: 'People',
  workspace: { path: '/people/{personId}/mail', roles: ['admin'] },
  params: MailPersonParams,
  response: Type.Object({ bounce: Nullable(MailBounce) }, { title: 'PersonMail' }),
  errors: ['not_found'],
  async run({ read }, { params: { personId } }) {
    firstOrNotFound(await read(findUnsubscriber, { personId }), 'person')
    const [row] = await read(findBounce, { personId })
    return { bounce: row ? showBounce(row) : null }
  },
})
