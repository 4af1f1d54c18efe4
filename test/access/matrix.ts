import { sessionCookie } from '#http/identify.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { accessOf } from '#test/contract/operation-lines.ts'
import type { Snapshot } from '#test/contract/snapshots.ts'
import type { ApiResponse } from '#test/system.ts'
import type { Request } from './arrangement.ts'
import type { Caller } from './caller.ts'
import { type Callers, callersOf } from './callers.ts'
import { decisionsOf } from './four-eyes.ts'
import { insertId, type Slot, send, slotsOf, validRequest } from './requests.ts'
import { inRealWorkspace } from './sample-only-operations.ts'
import { bootWorkspaces, type Organization, type Watch } from './workspace.ts'

/** The result of calling every operation as every identity. */
export interface Matrix {
  /** The text of test/access.txt. */
  readonly text: string
  readonly requests: number
  readonly ids: number
}

interface Side {
  readonly organization: Organization
  readonly request: Request
}

interface Probe {
  readonly operation: Operation
  /** The operation's index among all operations. */
  readonly index: number
  readonly slots: readonly Slot[]
  readonly callers: Callers
  readonly own: Side
  readonly other: Side
  /** Sends a request and searches the response for data of the hidden organization. */
  ask(request: Request, caller: Caller, hidden?: Organization): Promise<ApiResponse>
  fail(message: string): void
}

const randomPart = 'Z'.repeat(16)
const unknownId = (prefix: string) => `${prefix}_0000000000${randomPart}`
/** Returns an unknown id with the prefix and the time of a known one. */
const unknownLike = (id: string): string => id.slice(0, -randomPart.length) + randomPart

// Returns every part of a response except those that differ with each request. A cursor contains the filters.
const volatileHeader = /^(x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive|transfer-encoding)$/
const comparable = ({ status, headers, text }: ApiResponse): string => {
  const stableHeaders = [...headers].filter(([name]) => !volatileHeader.test(name))
  return JSON.stringify([status, stableHeaders, text.replace(/"(requestId|nextCursor)":"[^"]*"/, '')])
}

const statusesOf = (responses: readonly ApiResponse[]): string =>
  [...new Set(responses.map(({ status }) => status))].sort().join('/') || '-'

/** The number of concurrent requests. With more, requests would only wait for a database connection. */
const concurrency = 32

const mapConcurrently = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const remaining = items.entries()
  const worker = async () => {
    for (const [i, item] of remaining) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

/** Returns a copy of the request for each id in each slot. */
const variants = ({ slots }: Probe, request: Request, ids: readonly string[]): Request[] =>
  slots.length > 0 ? slots.flatMap(slot => ids.map(id => insertId(request, slot, id))) : [request]

/** `npm run access` sets this: every identity then tries every id with every operation. */
const everyId = process.env.ACCESS_IDS === 'all'
const sampleStep = 8

const isOf = (kinds: readonly string[], id: string): boolean => kinds.some(kind => id.startsWith(`${kind}_`))

/**
 * Selects every id of the slot's kinds, and an eighth of the other ids, which the API rejects by their format. Each
 * operation gets a different eighth.
 */
const selectIds = ({ index }: Probe, kinds: readonly string[], ids: readonly string[]): string[] =>
  ids.filter((id, i) => everyId || (i + index) % sampleStep === 0 || isOf(kinds, id))

interface Expected {
  readonly status: number
  readonly error: string
  readonly requiredScope?: string
}

const expectedRejections = ({
  access,
  surface,
}: Operation): Readonly<Record<'none' | 'expired' | 'disabled' | 'wrong', Expected>> => {
  const unauthorized = { status: 401, error: 'unauthorized' }
  const forbidden = { status: 403, error: 'forbidden_resource' }
  const scope = typeof access === 'object' && 'scope' in access ? access.scope : undefined
  return {
    none: unauthorized,
    expired: unauthorized,
    // Disabling a person ends their sessions. The token of a disabled account stays valid, and the response reports
    // that the account is disabled.
    disabled: surface === 'v1' ? forbidden : unauthorized,
    wrong: scope ? { status: 403, error: 'forbidden_scope', requiredScope: scope } : forbidden,
  }
}

/** Swaps the credentials: the session's text becomes a token, and the token's text a session. */
const onOtherSurface = ({ token, cookie }: Caller): Caller =>
  token ? { cookie: `${sessionCookie.names.http}=${token}` } : { token: cookie?.split('=')[1] ?? '' }

/** Checks that callers without access get the same response whatever they request. */
const probeUnauthorized = async (probe: Probe): Promise<[string, string][]> => {
  const { operation, callers, own, other, ask, fail } = probe
  const crossed = await ask(own.request, onOtherSurface(callers.own))
  if (crossed.status !== 401) fail(`the credential of the other surface gets ${crossed.status}`)
  const namedPrefixes = probe.slots.flatMap(({ prefix }) => prefix ?? [])
  const ids = selectIds(probe, namedPrefixes, [...own.organization.ids, ...other.organization.ids])
  const requests = variants(probe, own.request, ids)
  return mapConcurrently(Object.entries(expectedRejections(operation)), async ([identity, expected]) => {
    const caller = callers[identity as keyof Callers]
    if (!caller) return [identity, '-']
    const responses = await mapConcurrently(requests, request => ask(request, caller))
    for (const { status, body } of responses) {
      const { status: _, ...fields } = operation.surface === 'scim' ? { status: 0 } : expected
      const isExpected =
        status === expected.status && Object.entries(fields).every(([name, value]) => body?.[name] === value)
      if (!isExpected) fail(`${identity} gets ${status} ${body?.error}`)
      const namesScope = String(body?.message).includes(expected.requiredScope ?? '')
      if (!namesScope) fail(`${identity}: the message does not name the scope`)
    }
    return [identity, statusesOf(responses)]
  })
}

/** Checks that ids of the other organization get exactly the response to an unknown id. */
const probeForeign = async (probe: Probe, requester: Side, owner: Side, caller: Caller): Promise<ApiResponse[]> => {
  const { slots, operation, ask, fail } = probe
  const hiddenOrganization = owner.organization
  const perSlot = await mapConcurrently(slots, async slot => {
    const { name, prefix, prefixes } = slot
    const send = (id: string) => ask(insertId(requester.request, slot, id), caller, hiddenOrganization)
    const unknownResponse = await send(unknownId(prefix ?? 'zzz'))
    // A slot without a kind accepts every id, and may search by the time in the id.
    const foreignResponses = await mapConcurrently(
      prefix ? selectIds(probe, prefixes, hiddenOrganization.ids) : hiddenOrganization.ids,
      async id => {
        const foreignResponse = await send(id)
        const expected = prefix ? unknownResponse : await send(unknownLike(id))
        if (comparable(foreignResponse) !== comparable(expected))
          fail(`${name}: the response to ${id.split('_', 1)} of others differs from that to an unknown one`)
        return foreignResponse
      },
    )
    const idsOfOtherKinds = prefix ? requester.organization.ids.filter(id => !isOf(prefixes, id)) : []
    const otherResponses = await mapConcurrently(selectIds(probe, [], idsOfOtherKinds), send)
    if (otherResponses.some(({ status }) => status !== unknownResponse.status))
      fail(`${name}: an id of another kind is accepted`)
    if (operation.method !== 'GET' && unknownResponse.status < 400) fail(`${name}: an unknown id is accepted`)
    return [unknownResponse, ...foreignResponses]
  })
  const namedSlots = slots.filter(({ location, name }) => Object(owner.request[location])[name] !== undefined)
  if (namedSlots.length < 2) return perSlot.flat()
  const unknownRequest = namedSlots.reduce(
    (request, slot) => insertId(request, slot, unknownId(slot.prefix ?? 'zzz')),
    owner.request,
  )
  const [unknownResponse, foreignResponse] = [
    await ask(unknownRequest, caller, hiddenOrganization),
    await ask(owner.request, caller, hiddenOrganization),
  ]
  if (comparable(unknownResponse) !== comparable(foreignResponse))
    fail('the response to several foreign ids differs from that to unknown ones')
  return [...perSlot.flat(), foreignResponse]
}

/**
 * Checks that the organization's own request succeeds, and that the response contains no data of the other
 * organization.
 */
const probeOwn = async (probe: Probe, side: Side, hidden: Organization, caller: Caller): Promise<ApiResponse> => {
  const { slots, operation, ask, fail } = probe
  if (operation.method === 'GET') {
    const requests = slots.flatMap(slot => {
      const { ids } = side.organization
      const candidateIds = slot.prefix ? selectIds(probe, slot.prefixes, ids) : ids
      return candidateIds.map(id => insertId(side.request, slot, id))
    })
    await mapConcurrently(requests, request => ask(request, caller, hidden))
  }
  const response = await ask(side.request, side.request.caller ?? caller, hidden)
  if (response.status !== (inRealWorkspace[operation.endpoint.name] ?? operation.endpoint.status))
    fail(`a valid request gets ${response.status} with ${slots.length} references: ${response.text.slice(0, 300)}`)
  return response
}

const runProbe = async (probe: Probe, watch: Watch): Promise<string> => {
  const { own, other, callers, fail } = probe

  const unchanged = async <T>({ organization }: Side, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>()
    const writtenTables = await watch(organization, async () => resolve(await work()))
    for (const table of writtenTables) fail(`writes to ${table} of ${organization.canary}`)
    return promise
  }

  const unauthorizedResults = await unchanged(own, () => probeUnauthorized(probe))
  const responses = await unchanged(own, () => probeForeign(probe, other, own, callers.other))
  await unchanged(other, () => probeForeign(probe, own, other, callers.own))
  const otherResponse = await probeOwn(probe, other, own.organization, callers.other)
  const ownResponse = await probeOwn(probe, own, other.organization, callers.own)
  const columns = [
    ...unauthorizedResults,
    ['other', statusesOf(responses.length > 0 ? responses : [otherResponse])],
    ['own', ownResponse.status],
  ]
  return columns.map(([identity, status]) => `${identity}=${status}`).join(' ')
}

const findLeak = (response: ApiResponse, request: Request, { canary, ids }: Organization): string | undefined => {
  const requestText = JSON.stringify(request)
  return [canary, ...ids].find(text => response.text.includes(text) && !requestText.includes(text))
}

/** A check that runs one operation at a time. */
export interface Observation extends AsyncDisposable {
  readonly operations: readonly Operation[]
  /** Calls one operation, by its index, as every caller; returns the violations as sentences. */
  checkOperation(index: number): Promise<readonly string[]>
  /** Does the same for decisions that need two people. */
  checkDecisions(): Promise<readonly string[]>
  /** Returns the results so far. */
  matrix(): Matrix
}

/**
 * Calls every operation with the ids of two organizations as six identities, to find access that they should not have.
 */
export const startObservation = async (): Promise<Observation> => {
  const { p, alpha, omega, watch } = await bootWorkspaces()
  const operations = operationsOf(endpoints)
  const lines: string[] = []
  let requests = 0

  const checkOperation = async (index: number): Promise<readonly string[]> => {
    const operation = operations[index]
    if (!operation) throw new Error(`there are ${operations.length} operations`)
    const violations = new Set<string>()
    const title = `${operation.method} ${operation.path} ${operation.endpoint.name}`
    const fail = (message: string) => violations.add(`${title}: ${message}`)
    const ask: Probe['ask'] = async (request, caller, hidden) => {
      requests++
      const response = await send(p, operation, request, caller)
      const leaks = [hidden ?? [alpha, omega]].flat().map(organization => findLeak(response, request, organization))
      for (const text of leaks) if (text) fail(`shows ${text}`)
      return response
    }
    const own = { organization: alpha, request: await validRequest(operation, alpha) }
    const line = async () => {
      if (operation.access === 'public') return `any=${(await send(p, operation, own.request, {})).status}`
      const other = { organization: omega, request: await validRequest(operation, omega) }
      const callers = await callersOf(operation, alpha, omega)
      return runProbe({ operation, index, slots: slotsOf(operation), callers, own, other, ask, fail }, watch)
    }
    lines.push(`${title} ${accessOf(operation)} ${await line()}\n`)
    return [...violations]
  }

  const checkDecisions = async (): Promise<readonly string[]> => {
    const decisions = await decisionsOf(p, omega)
    lines.push(...decisions.map(({ line }) => `${line}\n`))
    return decisions.flatMap(({ violation }) => violation || [])
  }

  return {
    operations,
    checkOperation,
    checkDecisions,
    matrix: () => ({ text: lines.join(''), requests, ids: alpha.ids.length + omega.ids.length }),
    [Symbol.asyncDispose]: () => p[Symbol.asyncDispose](),
  }
}

const observe = async (): Promise<Matrix> => {
  await using observation = await startObservation()
  for (const index of observation.operations.keys()) await observation.checkOperation(index)
  await observation.checkDecisions()
  return observation.matrix()
}

/** The statuses that each identity gets. A new operation has no row until this file is regenerated. */
export const access: Snapshot = { file: 'test/access.txt', make: async () => (await observe()).text }
