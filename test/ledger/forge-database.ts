import { randomBytes } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'
import type { LedgerReader } from '#http/ledger.ts'
import { Frontier } from '#lib/merkle.ts'
import { leafOf, unpackSalts } from '#src/features/ledger/leaf.ts'
import { storedLevel } from '#src/features/ledger/tree.ts'
import type { LedgerFinding } from '#src/features/ledger/verification.ts'
import { beginState } from '#src/features/ledger/verifications.ts'
import { type KnownHead, type VerifyState, verifyStep } from '#src/features/ledger/verify.ts'
import type { Random } from '#test/faults/random.ts'
import { withoutRecords } from './without-records.ts'

/**
 * Edits the tables of one organization as a superuser, with triggers disabled, in transactions that are rolled back.
 */
export interface DatabaseForger extends AsyncDisposable {
  readonly size: number
  /** The tree head that was stored externally before any forgery. */
  readonly externalHead: KnownHead
  forge(
    kind: string,
    random: Random,
  ): Promise<{ readonly without: readonly LedgerFinding[]; readonly with: readonly LedgerFinding[] }>
  /** Returns the findings before any forgery. */
  findings(): Promise<readonly LedgerFinding[]>
}

/** The kind of the first expected finding, when the verification knows no external checkpoint and when it knows one. */
interface Expected {
  readonly without: LedgerFinding['kind'] | undefined
  readonly with: LedgerFinding['kind']
}

const detectedAs = (kind: LedgerFinding['kind']): Expected => ({ without: kind, with: kind })
/** Expects a forgery to be detected only with an external checkpoint. */
const detectedExternally = (kind: LedgerFinding['kind']): Expected => ({ without: undefined, with: kind })

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

interface Scene {
  readonly q: Query
  readonly organization: string
  readonly size: number
  readonly index: number
  readonly random: Random
}

type Edit = (scene: Scene) => Promise<unknown>

const readRecordAt = async (
  scene: Scene,
): Promise<{ readonly id: string; readonly record: string; readonly salts: Buffer }> => {
  const [row] = await scene.q(
    `select e.id, e.record, l.salts from ledger_leaf l
       join audit_event e on e.organization_id = l.organization_id and e.id = l.event_id
      where l.organization_id = $1 and l.leaf_index = $2`,
    [scene.organization, scene.index],
  )
  return { id: String(row?.id), record: String(row?.record), salts: row?.salts as Buffer }
}

const writeRecord = ({ q, organization }: Scene, id: string, record: string) =>
  q('update audit_event set record = $3 where organization_id = $1 and id = $2', [organization, id, record])

const setRecordField =
  (field: string, value: string): Edit =>
  async scene => {
    const { id, record } = await readRecordAt(scene)
    await writeRecord(scene, id, JSON.stringify({ ...JSON.parse(record), [field]: value }))
  }

/** Recomputes the leaf hash of the edited row. */
const recomputeLeaf: Edit = async scene => {
  const { q, organization, index } = scene
  const { record, salts } = await readRecordAt(scene)
  const { hash } = leafOf(JSON.parse(record), unpackSalts(salts))
  await q('update ledger_leaf set hash = $3 where organization_id = $1 and leaf_index = $2', [
    organization,
    index,
    hash,
  ])
}

/** Rebuilds the tree above the leaves. */
const recomputeTree: Edit = async ({ q, organization }) => {
  const tree = new Frontier()
  await q('delete from ledger_subtree where organization_id = $1', [organization])
  const nodes: [number, number, Buffer][] = []
  for (const { hash } of await q('select hash from ledger_leaf where organization_id = $1 order by leaf_index', [
    organization,
  ]))
    tree.append(hash as Buffer, (height, nodeIndex, value) => {
      const level = storedLevel(height)
      if (level !== undefined) nodes.push([level, nodeIndex, value])
    })
  for (const values of nodes)
    await q('insert into ledger_subtree values ($1, 1, $2, $3, $4)', [organization, ...values])
  await q('update ledger_tree set size = $2, root = $3, frontier = $4 where organization_id = $1', [
    organization,
    tree.size,
    tree.root(),
    Buffer.concat(tree.hashes),
  ])
}

const inOrder =
  (...edits: Edit[]): Edit =>
  async scene => {
    for (const edit of edits) await edit(scene)
  }

const deleteRow: Edit = async scene =>
  scene.q('delete from audit_event where organization_id = $1 and id = $2', [
    scene.organization,
    (await readRecordAt(scene)).id,
  ])

const deleteLeaf: Edit = ({ q, organization, index }) =>
  q('delete from ledger_leaf where organization_id = $1 and leaf_index = $2', [organization, index])

const exchangeLeaves: Edit = async ({ q, organization, size, index, random }) => {
  const otherIndex = (index + 1 + random.whole(0, size - 2)) % size
  const move = 'update ledger_leaf set leaf_index = $3 where organization_id = $1 and leaf_index = $2'
  for (const [from, to] of [
    [index, -5],
    [otherIndex, index],
    [-5, otherIndex],
  ])
    await q(move, [organization, from, to])
}

const cutTail: Edit = async ({ q, organization, size, random }) => {
  const start = size - 1 - random.whole(0, 49)
  const cut = await q('delete from ledger_leaf where organization_id = $1 and leaf_index >= $2 returning event_id', [
    organization,
    start,
  ])
  await q('delete from audit_event where organization_id = $1 and id = any ($2)', [
    organization,
    cut.map(row => row.event_id),
  ])
}

const insertUnsealed: Edit = ({ q, organization }) =>
  q(
    `insert into audit_event (organization_id, id, action, actor_id, resource_id, record, transaction)
     select organization_id, 'aud_slipped', action, actor_id, resource_id, record, '5' from audit_event where organization_id = $1 limit 1`,
    [organization],
  )

const duplicateMember: Edit = async scene => {
  const { id, record } = await readRecordAt(scene)
  await writeRecord(scene, id, `${record.slice(0, -1)},"reason":"Another"}`)
}

const eraseDirectly: Edit = async scene => {
  const { q, organization } = scene
  const { id, record, salts } = await readRecordAt(scene)
  const event = JSON.parse(record)
  const { digests } = leafOf(event, unpackSalts(salts))
  await writeRecord(scene, id, JSON.stringify({ ...event, reason: null }))
  await q(`update ledger_leaf set salts = '\\x00' where organization_id = $1 and event_id = $2`, [organization, id])
  await q(`insert into ledger_erasure values ($1, $2, 'reason', $3, now(), 'x')`, [
    organization,
    id,
    digests.get('reason'),
  ])
}

const deleteAll: Edit = async ({ q, organization }) => {
  for (const table of ['audit_event', 'ledger_leaf', 'ledger_subtree', 'ledger_tree'])
    await q(`delete from ${table} where organization_id = $1`, [organization])
}

const alterColumn: Edit = async scene =>
  scene.q(`update audit_event set resource_id = 'gec_other' where organization_id = $1 and id = $2`, [
    scene.organization,
    (await readRecordAt(scene)).id,
  ])

const setLeafField =
  (name: string, value: () => Buffer): Edit =>
  ({ q, organization, index }) =>
    q(`update ledger_leaf set ${name} = $3 where organization_id = $1 and leaf_index = $2`, [
      organization,
      index,
      value(),
    ])

const alterRequestId = setRecordField('requestId', 'req_another')

/** Every kind of edit, with its expected findings. */
export const databaseForgeries: Readonly<Record<string, Expected & { readonly edit: Edit }>> = {
  actor: { ...detectedAs('rowAltered'), edit: setRecordField('actorId', 'usr_another') },
  reason: { ...detectedAs('rowAltered'), edit: setRecordField('reason', 'A different reason') },
  time: { ...detectedAs('rowAltered'), edit: setRecordField('createdAt', '2020-01-01T00:00:00.000Z') },
  outcome: { ...detectedAs('rowAltered'), edit: setRecordField('outcome', 'refused') },
  digest: { ...detectedAs('rowAltered'), edit: setRecordField('afterDigest', 'ab'.repeat(32)) },
  'a member twice': { ...detectedAs('rowAltered'), edit: duplicateMember },
  'a column outside the record': { ...detectedAs('rowAltered'), edit: alterColumn },
  'row deleted': { ...detectedAs('rowDeleted'), edit: deleteRow },
  salt: {
    ...detectedAs('rowAltered'),
    edit: setLeafField('salts', () => Buffer.concat([Buffer.of(1), randomBytes(16)])),
  },
  'leaf hash': { ...detectedAs('rowAltered'), edit: setLeafField('hash', () => randomBytes(32)) },
  'row and leaf hash': { ...detectedAs('treeAltered'), edit: inOrder(alterRequestId, recomputeLeaf) },
  'row, leaf hash and tree': {
    ...detectedExternally('historyRewritten'),
    edit: inOrder(alterRequestId, recomputeLeaf, recomputeTree),
  },
  'leaf and row deleted': { ...detectedAs('leafMissing'), edit: inOrder(deleteRow, deleteLeaf) },
  'tail cut, tree recalculated': { ...detectedExternally('tailCut'), edit: inOrder(cutTail, recomputeTree) },
  'two rows exchanged, tree recalculated': {
    ...detectedExternally('historyRewritten'),
    edit: inOrder(exchangeLeaves, recomputeTree),
  },
  'row inserted but never sealed': { ...detectedAs('neverSealed'), edit: insertUnsealed },
  'record erased outside the program': { ...detectedAs('erasureWithoutRow'), edit: eraseDirectly },
  'all rows deleted': { ...detectedExternally('tailCut'), edit: deleteAll },
}

const int8 = 20

/** Parses 64-bit integers as numbers, as the program does. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')

/** Opens a forger. It edits only leaves from `first` on, because only their rows have a reason. */
export const openForger = async (
  connection: ClientConfig,
  organization: string,
  first: number,
): Promise<DatabaseForger> => {
  const client = new pg.Client({ ...connection, types: { getTypeParser } })
  await client.connect()
  const q: Query = async (text, values) => (await client.query(text, values)).rows
  await client.query(`select set_config('probata.organization', $1, false)`, [organization])
  const read: LedgerReader = async (statements, values) =>
    (await client.query({ text: statements.text, values: [...statements.bind(organization, values)] })).rows
  const readFindings = async (knownHeads: readonly KnownHead[] = []): Promise<readonly LedgerFinding[]> => {
    let state: VerifyState = await beginState(read, undefined, knownHeads)
    while (!state.isDone) state = await verifyStep(read, state, withoutRecords)
    return state.findings
  }
  const [treeHead] = await q('select size::integer as size, root from ledger_tree where organization_id = $1', [
    organization,
  ])
  const size = Number(treeHead?.size)
  const root = treeHead?.root as Buffer
  const storedHead = { generation: 1, size, root: root.toString('base64') }
  return {
    size,
    externalHead: storedHead,
    findings: () => readFindings(),
    async forge(kind, random) {
      const edit = databaseForgeries[kind]?.edit
      if (!edit) throw new Error(`unknown kind ${kind}`)
      await client.query('begin')
      try {
        await client.query('set local session_replication_role = replica')
        await edit({ q, organization, size, index: random.whole(first, size - 1), random })
        return { without: await readFindings(), with: await readFindings([storedHead]) }
      } finally {
        await client.query('rollback')
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}
