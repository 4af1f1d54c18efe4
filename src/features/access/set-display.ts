import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { requireTimeZone } from '#shared/settings.ts'
import { Display, setDisplayOf } from './display.ts'

export const setDisplay = changeEndpoint({
  name: 'setDisplay',
  summary: 'Choose the language, the time zone and the date format in which the web app shows you the workspace',
  tag: 'Account',
  enrols: true,
  method: 'PUT',
  workspace: { path: '/account/display', roles: [...roles] },
  status: 200,
  action: 'account.set_display',
  reason: false,
  body: Type.Object(Display.properties, { additionalProperties: false }),
  response: Display,
  async run({ tx, actor, audit }, { body }) {
    const { timeZone } = body
    if (timeZone !== null) requireTimeZone(timeZone)
    tx.write(setDisplayOf, { personId: actor.id, ...body })
    audit(actor.id)
    return body
  },
})
