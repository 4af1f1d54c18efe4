import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sentence } from '#lib/sentence.ts'
import type { Endpoint } from './endpoint.ts'
import { Refusal } from './errors.ts'
import type { Surface } from './identify.ts'
import { noSuchEndpoint } from './sentences.ts'

declare module 'fastify' {
  interface FastifyInstance {
    knownPaths: KnownPaths
  }
}

/** HEAD is served like GET, without the body (RFC 9110 section 9.3.2). */
export const readMethods: HTTPMethods[] = ['GET', 'HEAD']

/** The methods served at an address. */
interface ServedMethods {
  /** The methods in the format of `Allow` (RFC 9110 section 10.2.1). */
  readonly allow: string
  /** Whether any of them is public. */
  readonly isPublic: boolean
}

/** Finds methods by address, which Fastify's router cannot do because it looks up the method first. */
interface KnownPaths {
  at(url: string): ServedMethods | undefined
}

interface Path {
  readonly pattern: RegExp
  readonly methods: Set<string>
  isPublic: boolean
}

const patternOf = (url: string): RegExp => {
  const text = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${text.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
}

// Like the router, accepts absolute targets (RFC 9112 section 3.2.2) and decodes everything except separators.
const pathOf = (url: string): string | undefined => {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}

const allowOf = (paths: readonly Path[]): string =>
  [...new Set([...paths.flatMap(({ methods }) => [...methods]), 'OPTIONS'])].sort().join(', ')

const isPublicOn: Readonly<Record<Surface, (endpoint: Endpoint) => boolean>> = {
  v1: ({ v1 }) => v1?.scope === 'public',
  workspace: ({ workspace }) => workspace?.roles === 'public',
  room: ({ room }) => room?.access === 'public',
  scim: () => false,
  open: () => false,
}

/** Records every route that is added after this call. */
export const recordKnownPaths = (app: FastifyInstance): void => {
  const paths = new Map<string, Path>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const { endpoint, surface } = config ?? {}
    const isPublic = !endpoint || (surface !== undefined && isPublicOn[surface](endpoint))
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set(), isPublic }
    for (const name of [method].flat()) path.methods.add(name)
    path.isPublic &&= isPublic
    paths.set(url, path)
  })
  app.decorate('knownPaths', {
    at(url) {
      const all = [...paths.values()]
      const requestPath = pathOf(url)
      // `*` means the server as a whole (RFC 9110 section 9.3.7).
      if (url === '*') return { allow: allowOf(all), isPublic: true }
      const matches = all.filter(({ pattern }) => requestPath !== undefined && pattern.test(requestPath))
      if (matches.length === 0) return undefined
      return { allow: allowOf(matches), isPublic: matches.some(path => path.isPublic) }
    },
  })
}

/** The methods served at the address of a request without a route. */
export const servedAt = ({ server, raw }: FastifyRequest): ServedMethods | undefined =>
  server.knownPaths.at(raw.url ?? '')

/** Returns a 405, or a 404 if no method is served at the address. */
export const refuseRoute = (request: FastifyRequest): Refusal => {
  const served = servedAt(request)
  if (!served) return new Refusal('not_found', noSuchEndpoint)
  const { allow } = served
  return new Refusal(
    'method_not_allowed',
    sentence`request.method_not_supported: ${{ method: request.method }} is not supported here; use ${{ allowed: allow }}.`,
    {
      headers: { allow },
    },
  )
}

/** Answers OPTIONS with the supported methods. Pages of other origins get no permissions. */
export const sendOptions = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .header('allow', servedAt(request)?.allow ?? '')
    .send()
