import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { AssessmentParams } from '#src/features/governance/assessments/assessment.ts'
import { lockForRoom } from './find-room.ts'
import { freeze, gatherAssessment } from './freeze.ts'
import { ownName } from './own-name.ts'
import { Room, renderRoom } from './room.ts'
import { findHead, insertRoom } from './room-queries.ts'

export const openAssessmentRoom = changeEndpoint({
  name: 'openAssessmentRoom',
  summary: 'Open the room of an external assessment: freezes the content that external auditors will see',
  tag: 'Rooms',
  method: 'POST',
  workspace: { path: '/assessments/{assessmentId}/room', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'room.open',
  params: AssessmentParams,
  response: Room,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: { room_open: sentence`room.already_open: The assessment already has an open room.` },
  async run(change, { params: { assessmentId } }) {
    const { ids, now, actor, tx } = change
    const assessment = await lockForRoom(change, assessmentId)
    if (!assessment.external)
      throw new Refusal(
        'unprocessable',
        sentence`room.not_external: Only an external assessment can have a room; mark it as external first.`,
      )
    const { frameworkId, assessmentKey, title: assessmentTitle, periodFrom, periodUntil } = assessment
    const head = firstOrNotFound(await tx.query(findHead, { frameworkId }), 'framework')
    const id = ids.next('rom', now)
    const at = iso(now)
    const frozen = await freeze(change, id, await gatherAssessment(change, { assessmentId, frameworkId }))
    const record = renderRoom({
      ...{ id, assessmentId, status: 'open', organization: head.organization, assessmentKey, assessmentTitle },
      ...{ frameworkTitle: head.framework_title, periodFrom, periodUntil, ...frozen.scope, scopeAt: at },
      ...{ conclusion: null, concludedBy: null, concludedByName: null, concludedAt: null },
      ...{ openedBy: actor.id, openedByName: await ownName(change), openedAt: at, endedAt: null },
    })
    tx.write(insertRoom, { id, assessmentId, record })
    frozen.write(id)
    change.audit(id, { after: record })
    return new Rendered(record)
  },
})
