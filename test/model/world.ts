import { emptyEvidence } from '#test/empty-evidence.ts'
import { recordOf } from '#test/record-text.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'
import type { ActorName, RequirementName } from './state.ts'

export const largestFile = 64 * 1024

interface Actor {
  /** The path below which the lists, claims and attachments are. */
  readonly root: string
  readonly credentials: { readonly token: string } | { readonly cookie: string }
}

/** The real system that the model is compared with. */
export interface World extends AsyncDisposable {
  readonly probata: Probata
  readonly actors: Readonly<Record<ActorName, Actor>>
  readonly requirements: Readonly<Record<RequirementName, string>>
  send(
    by: ActorName,
    method: 'GET' | 'POST',
    path: string,
    options?: { body?: unknown; key?: string },
  ): Promise<ApiResponse>
  /** Advances the clock. */
  advance(ms: number): void
  /** Resets the system to its initial state: no claims, no keys, the present time. */
  reset(): Promise<void>
}

const v1 = '/api/v1/governance/evidence'
const workspace = '/api/workspace'

const actorsOf = async (probata: Probata): Promise<World['actors']> => {
  const machine = async (id: string) => ({ root: v1, credentials: { token: await probata.token(id) } })
  const person = async (name: string) => {
    return { root: workspace, credentials: { cookie: await probata.signIn(`${name}@acme.example`) } }
  }
  const actors = {
    scanner: await machine('acme-scanner'),
    second: await machine('acme-second'),
    contributor: await person('contributor'),
    admin: await person('admin'),
    reviewer: await person('reviewer'),
    deputy: await person('second.reviewer'),
  }
  // Prevents credentials from expiring, because the model advances the clock by days but does not cover expired
  // credentials.
  await probata.sql(`update access_token set expires_at = '9999-01-01'`)
  await probata.sql(
    `update session set (expires_at, last_used_at, confirmed_at) = ('9999-01-01', '9999-01-01', '9999-01-01')`,
  )
  return actors
}

const severalRequirement = {
  ...{ requirementKey: 'SEVERAL', title: 'Needs two approvals', status: 'active' },
  ...{ validityDays: 30, reviewersRequired: 2 },
}

const requirementsOf = async (probata: Probata, actors: World['actors']): Promise<World['requirements']> => {
  const rows = await probata.sql(`select status, r.id from evidence_requirement r
    join organization o on o.id = r.organization_id where o.slug = 'acme' and r.requirement_key like 'BKP-%'`)
  const byStatus = new Map(rows.map(row => [row.status, String(row.id)]))
  const idOf = (status: string): string => byStatus.get(status) ?? ''
  const { status: created, body } = await probata.call('POST', `${workspace}/evidence-requirements`, {
    ...actors.admin.credentials,
    body: { ...severalRequirement, reason: 'the model needs it' },
  })
  if (created !== 201) throw new Error('the requirement was not created')
  return {
    active: idOf('active'),
    several: body.id,
    draft: idOf('draft'),
    retired: idOf('retired'),
    unknown: 'ger_00000000000000000000000000',
  }
}

export const createWorld = async (): Promise<World> => {
  await using resources = new AsyncDisposableStack()
  const probata = resources.use(await boot({ env: { PROBATA_MAX_UPLOAD_BYTES: String(largestFile) } }))
  const actors = await actorsOf(probata)
  const requirements = await requirementsOf(probata, actors)
  let offset = 0
  const advance = (ms: number): void => {
    offset += ms
    probata.clock.advance(ms)
  }
  const owned = resources.move()
  return {
    probata,
    actors,
    requirements,
    async send(by, method, path, options = {}) {
      const response = await probata.call(method, path, { ...actors[by].credentials, ...options })
      return { ...response, body: response.body && recordOf(response.body) }
    },
    advance,
    async reset() {
      advance(-offset)
      await emptyEvidence(probata)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
