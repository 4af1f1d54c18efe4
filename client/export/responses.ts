/** Reads responses, and describes unexpected ones from the install, a proxy in front of it, or another server. */
import { deadlineMs, type Fault, NoResponse, printable } from './faults.ts'

const maxTextBytes = 1 << 20

/** Yields the bytes of a response as they arrive. @throws Error if it breaks off, or no bytes arrive for a minute */
async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  for (;;) {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reader?.cancel().catch(() => undefined)
    }, deadlineMs)
    const next = await reader?.read().finally(() => clearTimeout(timer))
    if (isLate) throw new NoResponse(deadlineMs / 1000)
    if (!next || next.done) return
    yield next.value
  }
}

/** Like {@link piecesOf}, but ends early instead of throwing. */
export async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(response)
  } catch {
    // The caller detects a short response by its number of bytes.
  }
}

/** Reads up to about 1 MiB of a response as text. @throws Error if it breaks off */
export const textOf = async (response: Response): Promise<string> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const bytes of piecesOf(response)) {
    pieces.push(bytes)
    size += bytes.length
    if (size >= maxTextBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** Parses JSON; undefined if the text is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error message of the install; undefined if the response comes from another server. */
export const ownMessage = (text: string): string | undefined => {
  const body = jsonOf(text)
  if (typeof body !== 'object' || body === null || !('message' in body) || !('error' in body)) return undefined
  const { error, message } = body
  return typeof error === 'string' && typeof message === 'string' ? message : undefined
}

const kindOf = (response: Response, text: string): string => {
  const [type = ''] = (response.headers.get('content-type') ?? 'no media type').split(';')
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(text) ?? []
  return title.trim() === '' ? printable(type, 80) : `${printable(type, 80)}, “${printable(title, 80)}”`
}

const passingStatus = new Set([429, 502, 503, 504])

export const isPassing = ({ status }: Response): boolean => passingStatus.has(status)

/** The fault to report while waiting after a response of {@link isPassing}. */
export const passingFault = (response: Response, text: string): Fault => {
  const message = ownMessage(text)
  const cause = message === undefined ? `it answered ${response.status}` : `${printable(message)} (${response.status})`
  return { isTemporary: true, cause, remedy: 'Check that the install is running.' }
}

export const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400 && status !== 304

/** Describes a redirect and its target, without the query, which may contain a secret. */
export const redirectFault = (response: Response, url: URL): Fault => {
  const location = response.headers.get('location') ?? ''
  const target = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined
  const cause = `it redirects (${response.status}) to ${target ? printable(target.origin + target.pathname) : 'no address'}`
  const isMoved = target && target.origin !== url.origin && target.pathname === url.pathname
  const remedy = isMoved
    ? `Give --url ${target.origin}.`
    : 'Something in front of the install responds, perhaps a sign-in page: check --url, and let /api/v1 pass.'
  return { isTemporary: false, cause, remedy }
}

const hints: Readonly<Record<number, string>> = {
  404: 'Check --url: no Probata responds at this address.',
  407: 'A proxy requires credentials.',
  413: 'A proxy in front of the install limits bodies: raise its limit to 4 MiB for /api/v1 (nginx: client_max_body_size 4m).',
}

/** Describes a response that does not come from Probata. */
export const foreignFault = (response: Response, text: string): Fault => ({
  isTemporary: false,
  cause: `it answered ${response.status}, which does not come from Probata (${kindOf(response, text)})`,
  remedy: hints[response.status] ?? 'A proxy in front of the install responds, or --url names another server.',
  // nginx, Apache and Go respond with 400 to plain HTTP on a TLS port.
  ...(response.status === 400 && { mayBeTls: true }),
})
