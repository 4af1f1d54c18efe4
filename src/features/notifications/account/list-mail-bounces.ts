import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { listBounces } from '#src/features/notifications/deliveries/bounce-queries.ts'
import { MailBounce, showBounce } from './mail-bounce.ts'

/** The number of people that are listed; more than this many point to a fault of the mail server. */
const maxListed = 100

export const listMailBounces = readEndpoint({
  name: 'listMailBounces',
  summary: 'List the people whose address a mail server refused; the first 100',
  tag: 'People',
  workspace: { path: '/people/mail-bounces', roles: ['admin'] },
  response: Type.Object(
    {
      bounces: Type.Array(
        Type.Object(
          { personId: Type.String(), name: Type.String(), ...MailBounce.properties },
          { title: 'PersonMailBounce' },
        ),
      ),
      more: Type.Boolean({ description: 'Whether there are more than those listed.' }),
    },
    { title: 'MailBounces' },
  ),
  async run({ read }) {
    const rows = await read(listBounces, { limit: maxListed + 1 })
    const bounces = rows
      .slice(0, maxListed)
      .map(row => ({ personId: row.person_id, name: row.name ?? '', ...showBounce(row) }))
    return { bounces, more: rows.length > maxListed }
  },
})
