import { type TObject, Type } from 'typebox'
import type { FamilyDeclaration } from '#family/family.ts'
import { parameterOf } from '#family/table.ts'
import type { Content } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { changeEndpoint, type Endpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import type { CampaignKind } from './kind.ts'
import { campaignPeople } from './list-people.ts'
import type { ParticipantRow } from './queries.ts'
import { moveDueDate, requireRunning, startFields } from './start.ts'

interface LockedCampaign {
  readonly id: string
  readonly record: string
  readonly fields: { readonly id: string; readonly status: string }
}

interface CampaignFamily {
  readonly kind: CampaignKind
  readonly family: Pick<FamilyDeclaration, 'name' | 'label' | 'prefix' | 'record' | 'tag' | 'list'>
  readonly records: {
    lock(change: Change, id: string): Promise<LockedCampaign>
    update(
      change: Change,
      current: LockedCampaign,
      changes: Readonly<Record<string, unknown>>,
    ): { readonly record: string; readonly beside: Content }
  }
  /** The state of one person in a campaign. */
  readonly participant: TObject
  readonly showParticipant: (row: ParticipantRow) => object
}

/** Creates the endpoints of every kind of campaign: move its due date, cancel it, and list its people. */
export const campaignVerbs = ({ kind, family, records, participant, showParticipant }: CampaignFamily): Endpoint[] => {
  const { name, label, record: response, tag } = family
  const { word } = kind
  const { params, parameter, idOf } = parameterOf(family)
  const path = `${family.list.workspace}/{${parameter}}`
  const action = label.replace(' ', '.')

  const update = changeEndpoint({
    name: `update${name}`,
    summary: `Move the due date of a ${word}; if the ${word} could not end, the server tries again then`,
    tag,
    method: 'PATCH',
    workspace: { path, roles: ['admin'] },
    status: 200,
    action: `${action}.update`,
    params,
    body: Type.Object({ dueAt: startFields.dueAt }),
    response,
    errors: ['not_found', 'unprocessable'],
    async run(change, { params, body }) {
      const current = await records.lock(change, idOf(params))
      const dueAt = moveDueDate(change, kind, current.fields, body)
      const changed = records.update(change, current, { dueAt })
      change.audit(current.id, { before: current.record, after: changed.record, content: changed.beside })
      return new Rendered(changed.record)
    },
  })

  const cancel = changeEndpoint({
    name: `cancel${name}`,
    summary: `Cancel a ${word}; it makes no claim, but its responses stay on record`,
    tag,
    method: 'POST',
    workspace: { path: `${path}/cancel`, roles: ['admin'] },
    status: 200,
    action: `${action}.cancel`,
    params,
    response,
    errors: ['not_found', 'unprocessable'],
    async run(change, { params }) {
      const current = await records.lock(change, idOf(params))
      requireRunning(current.fields.status, kind, 'cancelled')
      const changed = records.update(change, current, { status: 'cancelled', endedAt: iso(change.now) })
      change.audit(current.id, { before: current.record, after: changed.record, content: changed.beside })
      return new Rendered(changed.record)
    },
  })

  const people = campaignPeople({ kind, family, participant, showParticipant })

  return [update, cancel, people]
}
