import { type Static, Type } from 'typebox'
import { event } from '#http/event.ts'
import { renderer } from '#http/record.ts'
import { Line, Timestamp } from '#http/schema.ts'

/** The content of a test event, the same in both forms. */
const TestedWebhook = Type.Object(
  { id: Type.String(), name: Line(500), createdAt: Timestamp },
  { title: 'TestedWebhook' },
)

export const renderTestedWebhook = renderer(TestedWebhook)

const example: Static<typeof TestedWebhook> = {
  id: 'whk_01JZ8Q4D3N6V0M2K5T7W9Y1B4E',
  name: 'Ticket system',
  createdAt: '2026-11-20T02:04:11.318Z',
}

/** The event that is sent to one webhook on request. */
export const webhookTest = event({
  type: 'webhook.test',
  description: 'A test of this webhook was requested.',
  scope: 'webhooks:manage',
  data: Type.Object({ webhook: TestedWebhook }),
  example: { webhook: example },
})
