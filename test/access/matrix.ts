import { sessionCookie } from '#http/identify.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { accessOf } from '#test/contract/operation-lines.ts'
import type { Snapshot } from '#test/contract/snapshots.ts'
import type { Answer } from '#test/system.ts'
import type { Request } from './arrangement.ts'
import type { Caller } from './caller.ts'
import { type Callers, callersOf } from './callers.ts'
import { decisionsOf } from './four-eyes.ts'
import { place, type Slot, send, slotsOf, validRequest } from './requests.ts'
import { bootWorkspaces, type Organization, type Watch } from './workspace.ts'

/** The result when every identity calls every operation. */
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
  readonly turn: number
  readonly slots: readonly Slot[]
  readonly callers: Callers
  readonly own: Side
  readonly other: Side
  /** Sends a request and searches the response for data of the hidden organization. */
  ask(request: Request, caller: Caller, hidden?: Organization): Promise<Answer>
  fail(what: string): void
}

const unknownId = (prefix: string) => `${prefix}_0000000000ZZZZZZZZZZZZZZZZ`

// Every part of a response except those that differ per request. A cursor contains the filters.
const volatile = /^(x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive|transfer-encoding)$/
const comparable = ({ status, headers, text }: Answer): string => {
  const kept = [...headers].filter(([name]) => !volatile.test(name))
  return JSON.stringify([status, kept, text.replace(/"(requestId|nextCursor)":"[^"]*"/, '')])
}

const statusesOf = (answers: readonly Answer[]): string =>
  [...new Set(answers.map(({ status }) => status))].sort().join('/') || '-'

/** The number of concurrent requests. More would only wait for a database connection. */
const atOnce = 32

const all = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [i, item] of left) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** The request once for each id in each slot. */
const variants = ({ slots }: Probe, request: Request, ids: readonly string[]): Request[] =>
  slots.length > 0 ? slots.flatMap(slot => ids.map(id => place(request, slot, id))) : [request]

/** Set by `npm run access`: every identity tries every id with every operation. */
const everyId = process.env.ACCESS_IDS === 'all'
const share = 8

const isOf = (kinds: readonly string[], id: string): boolean => kinds.some(kind => id.startsWith(`${kind}_`))

/**
 * Every id of the slot's kinds, and an eighth of the others, which the interface rejects by their form. Each operation
 * gets a different eighth.
 */
const tried = ({ turn }: Probe, kinds: readonly string[], ids: readonly string[]): string[] =>
  ids.filter((id, i) => everyId || (i + turn) % share === 0 || isOf(kinds, id))

interface Expected {
  readonly status: number
  readonly error: string
  readonly requiredScope?: string
}

const refusals = ({
  access,
  surface,
}: Operation): Readonly<Record<'none' | 'expired' | 'disabled' | 'wrong', Expected>> => {
  const unauthorized = { status: 401, error: 'unauthorized' }
  const forbidden = { status: 403, error: 'forbidden_resource' }
  const scope = typeof access === 'object' && 'scope' in access ? access.scope : undefined
  return {
    none: unauthorized,
    expired: unauthorized,
    // Disabling a person ends their sessions. A token stays valid and reports that its account is disabled (interface
    // section 5).
    disabled: surface === 'v1' ? forbidden : unauthorized,
    wrong: scope ? { status: 403, error: 'forbidden_scope', requiredScope: scope } : forbidden,
  }
}

/** Swaps the credentials: the session's text becomes a token, and the token's text a session. */
const onOtherSurface = ({ token, cookie }: Caller): Caller =>
  token ? { cookie: `${sessionCookie.names.http}=${token}` } : { token: cookie?.split('=')[1] ?? '' }

/** Checks that callers without access get the same response whatever they request. */
const probeStrangers = async (probe: Probe): Promise<[string, string][]> => {
  const { operation, callers, own, other, ask, fail } = probe
  const crossed = await ask(own.request, onOtherSurface(callers.own))
  if (crossed.status !== 401) fail(`the credential of the other surface gets ${crossed.status}`)
  const named = probe.slots.flatMap(({ prefix }) => prefix ?? [])
  const ids = tried(probe, named, [...own.organization.ids, ...other.organization.ids])
  const requests = variants(probe, own.request, ids)
  return all(Object.entries(refusals(operation)), async ([identity, expected]) => {
    const caller = callers[identity as keyof Callers]
    if (!caller) return [identity, '-']
    const answers = await all(requests, request => ask(request, caller))
    for (const { status, body } of answers) {
      const { status: _, ...fields } = operation.surface === 'scim' ? { status: 0 } : expected
      const met = status === expected.status && Object.entries(fields).every(([name, value]) => body?.[name] === value)
      if (!met) fail(`${identity} gets ${status} ${body?.error}`)
      const named = String(body?.message).includes(expected.requiredScope ?? '')
      if (!named) fail(`${identity}: the message does not name the scope`)
    }
    return [identity, statusesOf(answers)]
  })
}

/** Checks that ids of the other organization get exactly the response to an unknown id. */
const probeForeign = async (probe: Probe, asking: Side, owning: Side, caller: Caller): Promise<Answer[]> => {
  const { slots, operation, ask, fail } = probe
  const hidden = owning.organization
  const perSlot = await all(slots, async slot => {
    const { name, prefix, prefixes } = slot
    const send = (id: string) => ask(place(asking.request, slot, id), caller, hidden)
    const unknown = await send(unknownId(prefix ?? 'zzz'))
    // A slot without a kind takes every id.
    const foreign = await all(prefix ? tried(probe, prefixes, hidden.ids) : hidden.ids, send)
    if (foreign.some(answer => comparable(answer) !== comparable(unknown)))
      fail(`${name}: the response to a foreign id differs from that to an unknown one`)
    const ofAnotherKind = prefix ? asking.organization.ids.filter(id => !isOf(prefixes, id)) : []
    const others = await all(tried(probe, [], ofAnotherKind), send)
    if (others.some(({ status }) => status !== unknown.status)) fail(`${name}: an id of another kind is accepted`)
    if (operation.method !== 'GET' && unknown.status < 400) fail(`${name}: an unknown id is accepted`)
    return [unknown, ...foreign]
  })
  const named = slots.filter(({ place, name }) => Object(owning.request[place])[name] !== undefined)
  if (named.length < 2) return perSlot.flat()
  const nobodys = named.reduce((request, slot) => place(request, slot, unknownId(slot.prefix ?? 'zzz')), owning.request)
  const [unknown, foreign] = [await ask(nobodys, caller, hidden), await ask(owning.request, caller, hidden)]
  if (comparable(unknown) !== comparable(foreign))
    fail('the response to several foreign ids differs from that to unknown ones')
  return [...perSlot.flat(), foreign]
}

/**
 * Checks that the organization's own request succeeds, and that the response contains nothing of the other
 * organization.
 */
const probeOwn = async (probe: Probe, side: Side, hidden: Organization, caller: Caller): Promise<Answer> => {
  const { slots, operation, ask, fail } = probe
  if (operation.method === 'GET') {
    const requests = slots.flatMap(slot => {
      const { ids } = side.organization
      const asked = slot.prefix ? tried(probe, slot.prefixes, ids) : ids
      return asked.map(id => place(side.request, slot, id))
    })
    await all(requests, request => ask(request, caller, hidden))
  }
  const answer = await ask(side.request, side.request.caller ?? caller, hidden)
  if (answer.status !== operation.endpoint.status)
    fail(`a valid request gets ${answer.status} with ${slots.length} references: ${answer.text.slice(0, 300)}`)
  return answer
}

const probe = async (made: Probe, watch: Watch): Promise<string> => {
  const { own, other, callers, fail } = made

  const unchanged = async <T>({ organization }: Side, work: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>()
    const written = await watch(organization, async () => resolve(await work()))
    for (const table of written) fail(`writes to ${table} of ${organization.canary}`)
    return promise
  }

  const strangers = await unchanged(own, () => probeStrangers(made))
  const answers = await unchanged(own, () => probeForeign(made, other, own, callers.other))
  await unchanged(other, () => probeForeign(made, own, other, callers.own))
  const theirs = await probeOwn(made, other, own.organization, callers.other)
  const ours = await probeOwn(made, own, other.organization, callers.own)
  const columns = [...strangers, ['other', statusesOf(answers.length > 0 ? answers : [theirs])], ['own', ours.status]]
  return columns.map(([identity, status]) => `${identity}=${status}`).join(' ')
}

const leaked = (answer: Answer, request: Request, { canary, ids }: Organization): string | undefined => {
  const sent = JSON.stringify(request)
  return [canary, ...ids].find(text => answer.text.includes(text) && !sent.includes(text))
}

/** A check that runs one operation at a time. */
export interface Observation extends AsyncDisposable {
  readonly operations: readonly Operation[]
  /** Calls one operation, by its index, as every caller; returns the violations as sentences. */
  look(turn: number): Promise<readonly string[]>
  /** Does the same for decisions that need two people. */
  lookAtDecisions(): Promise<readonly string[]>
  /** The results so far. */
  matrix(): Matrix
}

/**
 * Calls every operation with the ids of two organizations as six identities (quality: no one gets access that they
 * should not have).
 */
export const startObservation = async (): Promise<Observation> => {
  const { p, alpha, omega, watch } = await bootWorkspaces()
  const operations = operationsOf(endpoints)
  const lines: string[] = []
  let requests = 0

  const look = async (turn: number): Promise<readonly string[]> => {
    const operation = operations[turn]
    if (!operation) throw new Error(`there are ${operations.length} operations`)
    const violations = new Set<string>()
    const title = `${operation.method} ${operation.path} ${operation.endpoint.name}`
    const fail = (what: string) => violations.add(`${title}: ${what}`)
    const ask: Probe['ask'] = async (request, caller, hidden) => {
      requests++
      const answer = await send(p, operation, request, caller)
      const found = [hidden ?? [alpha, omega]].flat().map(organization => leaked(answer, request, organization))
      for (const text of found) if (text) fail(`shows ${text}`)
      return answer
    }
    const own = { organization: alpha, request: await validRequest(operation, alpha) }
    const line = async () => {
      if (operation.access === 'public') return `any=${(await send(p, operation, own.request, {})).status}`
      const other = { organization: omega, request: await validRequest(operation, omega) }
      const callers = await callersOf(operation, alpha, omega)
      return probe({ operation, turn, slots: slotsOf(operation), callers, own, other, ask, fail }, watch)
    }
    lines.push(`${title} ${accessOf(operation)} ${await line()}\n`)
    return [...violations]
  }

  const lookAtDecisions = async (): Promise<readonly string[]> => {
    const decisions = await decisionsOf(p, omega)
    lines.push(...decisions.map(({ line }) => `${line}\n`))
    return decisions.flatMap(({ violation }) => violation || [])
  }

  return {
    operations,
    look,
    lookAtDecisions,
    matrix: () => ({ text: lines.join(''), requests, ids: alpha.ids.length + omega.ids.length }),
    [Symbol.asyncDispose]: () => p[Symbol.asyncDispose](),
  }
}

const observe = async (): Promise<Matrix> => {
  await using observation = await startObservation()
  for (const turn of observation.operations.keys()) await observation.look(turn)
  await observation.lookAtDecisions()
  return observation.matrix()
}

/** The status that each identity gets. A new operation has no row until this file is regenerated. */
export const access: Snapshot = { file: 'test/access.txt', make: async () => (await observe()).text }
