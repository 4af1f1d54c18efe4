import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { cataloguedEvents, eventName } from '#http/event.ts'
import { Rendered } from '#http/rendered.ts'
import { webhookSurfaces } from './change-webhook.ts'
import { findForm } from './queries.ts'

const CataloguedEventType = Type.Object(
  {
    type: Type.String({ description: 'The name in the form that the workspace serves.' }),
    description: Type.String(),
    scope: Type.String({ description: 'The read scope that a token needs to subscribe to this type.' }),
    dataSchema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of `data`.' }),
    example: Type.Record(Type.String(), Type.Unknown(), { description: 'An example of `data`.' }),
  },
  { title: 'WebhookEventType' },
)

/** The event types, with their names in the form that the workspace uses (interface sections 4.5 and 6.3). */
export const listWebhookEventTypes = readEndpoint({
  name: 'listWebhookEventTypes',
  summary: 'List the event types that webhooks can subscribe to',
  tag: 'Webhooks',
  ...webhookSurfaces('/events', 'auditor'),
  response: Type.Object({ events: Type.Array(CataloguedEventType) }),
  async run(call) {
    const [{ form } = { form: 'unversioned' as const }] = await call.read(findForm, {})
    const events = cataloguedEvents().map(({ type, description, scope, data, example }) => ({
      type: eventName(form, type),
      description,
      scope,
      dataSchema: data,
      example,
    }))
    return new Rendered(JSON.stringify({ events }))
  },
})
