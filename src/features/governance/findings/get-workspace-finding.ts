import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, recordVersion, versionField } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { possible } from '#lib/flow.ts'
import { isOverdue } from './find-findings.ts'
import { Finding, type FindingMove, FindingParams, findingFlow, isClosed } from './finding.ts'
import { whyNotClose } from './four-eyes.ts'
import { moveRoles } from './move-finding.ts'
import { FindingProof, showFindingProof } from './proof.ts'
import { listProof } from './proof-queries.ts'
import { findFinding, findRemediators } from './queries.ts'
import { Sighting } from './scan-body.ts'
import { findSighting, findWordings, type SightingRow } from './scan-queries.ts'

const moves: readonly FindingMove[] = ['start', 'remediate', 'resolve', 'accept', 'invalidate', 'reopen']

const Move = Type.Object(
  {
    move: Type.Enum([...moves]),
    whyNot: Type.Optional(
      Type.Enum(['role', 'hand'], {
        description: 'Why the caller may not make the move: their role cannot, or they contributed to the finding.',
      }),
    ),
  },
  { title: 'FindingMove' },
)

const ShownProof = Type.Object(
  {
    ...FindingProof.properties,
    addedByName: Nullable(Type.String()),
    claimKey: Type.String(),
    title: Type.String(),
    status: Type.Enum(['submitted', 'accepted', 'rejected', 'expired']),
    validUntil: Timestamp,
  },
  { title: 'ShownFindingProof' },
)

const LastSeen = Type.Object(
  { ...Sighting.properties, seenAt: Timestamp },
  { title: 'FindingSighting', description: 'Where its source last saw it, if the source names lines.' },
)

const { title, subjectModuleKey, subjectResourceType, subjectResourceId } = Finding.properties

const Wording = Type.Object(
  { title, subjectModuleKey, subjectResourceType, subjectResourceId },
  { title: 'FindingWording' },
)

const NamedControl = Type.Object({ id: Id('gct'), controlKey: Type.String(), title: Type.String() })

const showSighting = ({ start_line, end_line, snippet, seen_at }: SightingRow): Static<typeof LastSeen> => ({
  startLine: start_line,
  ...(end_line !== null && { endLine: end_line }),
  ...(snippet !== null && { snippet }),
  seenAt: iso(seen_at.getTime()),
})

export const getWorkspaceFinding = readEndpoint({
  name: 'getWorkspaceFinding',
  summary: 'Get one finding with its proof and the moves that the caller may make',
  tag: 'Findings',
  workspace: { path: '/findings/{findingId}', roles: [...roles] },
  params: FindingParams,
  response: Type.Object(
    {
      ...Finding.properties,
      ownerName: Nullable(Type.String()),
      control: Type.Optional(NamedControl),
      isOverdue: Type.Boolean(),
      moves: Type.Array(Move, { description: 'The moves that its status allows now.' }),
      lastSeen: Type.Optional(LastSeen),
      otherWordings: Type.Array(Wording, {
        description: 'Other titles and subjects that its source reported under the same fingerprint.',
      }),
      claims: Type.Array(ShownProof, { description: 'The linked claims that prove it is remediated.' }),
      ...versionField,
    },
    { title: 'WorkspaceFinding' },
  ),
  version: recordVersion('finding'),
  errors: ['not_found'],
  async run(call, { params: { findingId: id } }) {
    const [rows, proof, [contributors], [sighting], wordings] = await Promise.all([
      call.read(findFinding, { id }),
      call.read(listProof, { id }),
      call.read(findRemediators, { id }),
      call.read(findSighting, { id }),
      call.read(findWordings, { ids: [id] }),
    ])
    const row = firstOrNotFound(rows, 'finding')
    const finding = readRecord(Finding, row.record)
    const mustNotClose = contributors
      ? !contributors.self_decision && whyNotClose(call.actor, contributors) !== undefined
      : false
    const whyNot = (move: FindingMove): Static<typeof Move>['whyNot'] => {
      if (!call.actor.role || !moveRoles[move].includes(call.actor.role)) return 'role'
      return mustNotClose && isClosed({ status: findingFlow[move].to }) ? 'hand' : undefined
    }
    const control = row.control === null ? undefined : JSON.parse(row.control)
    return {
      ...finding,
      ownerName: row.owner_name,
      ...(control && { control: { id: control.id, controlKey: control.controlKey, title: control.title } }),
      isOverdue: isOverdue(finding, call.now),
      moves: possible<Finding['status'], FindingMove>(findingFlow, finding.status).map(move => {
        const why = whyNot(move)
        return { move, ...(why && { whyNot: why }) }
      }),
      ...(sighting && { lastSeen: showSighting(sighting) }),
      otherWordings: wordings.map(({ wording }): Static<typeof Wording> => JSON.parse(wording)),
      claims: proof.map(({ record, claim, added_by_name: addedByName }) => {
        const { id, claimKey, title, status, validUntil } = JSON.parse(claim)
        return { ...showFindingProof(id, record), addedByName, claimKey, title, status, validUntil }
      }),
      etag: etagOf(row.record),
    }
  },
})
