import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { effectiveChannels } from './channels.ts'
import { kindFields, showChoice } from './choices.ts'
import { kindNames } from './kinds.ts'
import { listDefaults } from './queries.ts'
import { EscalationDays } from './set-escalation-days.ts'

export const getNotificationDefaults = readEndpoint({
  name: 'getNotificationDefaults',
  summary: "Get the workspace's channels of each kind of notification, and when overdue work is escalated",
  tag: 'Workspace',
  wholeWorkspace: true,
  workspace: { path: '/notification-defaults', roles: ['admin'] },
  response: Type.Object(
    {
      kinds: Type.Array(Type.Object(kindFields, { title: 'NotificationDefault' })),
      escalationDays: EscalationDays,
    },
    { title: 'NotificationDefaults' },
  ),
  async run({ read }) {
    const chosen = await read(listDefaults, {})
    const product = effectiveChannels([], '')
    return {
      kinds: kindNames.map(kind =>
        showChoice(
          kind,
          chosen.find(row => row.kind === kind),
          product[kind],
        ),
      ),
      escalationDays: chosen.find(({ kind }) => kind === 'escalated')?.after_days ?? null,
    }
  },
})
