import { type Static, Type } from 'typebox'
import { type Settings, TimeZone } from '#api/settings.ts'

export const WorkspaceSettings = Type.Object(
  {
    selfDecision: Type.Boolean({
      description:
        'Whether people may decide what they had a hand in: for a workspace of too few. Each such decision is marked.',
    }),
    timeZone: TimeZone,
  },
  { title: 'WorkspaceSettings' },
)

export const showSettings = ({ self_decision, time_zone }: Settings): Static<typeof WorkspaceSettings> => ({
  selfDecision: self_decision,
  timeZone: time_zone,
})
