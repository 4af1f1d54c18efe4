/** Unexpected answers: from the install, from a proxy in front of it, or from another server. */
import { deadlineMs, type Fault, NoAnswer, printable } from './faults.ts'

const maxTextBytes = 1 << 20

/** The bytes of an answer as they arrive. @throws Error if it breaks off, or nothing arrives for a minute */
async function* piecesOf(answer: Response): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader()
  for (;;) {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reader?.cancel().catch(() => undefined)
    }, deadlineMs)
    const next = await reader?.read().finally(() => clearTimeout(timer))
    if (isLate) throw new NoAnswer(deadlineMs / 1000)
    if (!next || next.done) return
    yield next.value
  }
}

/** Like {@link piecesOf}, but ends early if the answer breaks off, or nothing arrives for a minute. */
export async function* bytesOf(answer: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(answer)
  } catch {
    // The caller counts the received bytes and notices a short answer.
  }
}

/** The beginning of an answer, as text. @throws Error if it breaks off */
export const textOf = async (answer: Response): Promise<string> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const bytes of piecesOf(answer)) {
    pieces.push(bytes)
    size += bytes.length
    if (size >= maxTextBytes) break
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** The parsed JSON, or undefined if the text is not JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error message of the install, or undefined if the answer comes from something else. */
export const ownMessage = (text: string): string | undefined => {
  const body = jsonOf(text)
  if (typeof body !== 'object' || body === null || !('message' in body) || !('error' in body)) return undefined
  const { error, message } = body
  return typeof error === 'string' && typeof message === 'string' ? message : undefined
}

const kindOf = (answer: Response, text: string): string => {
  const [type = ''] = (answer.headers.get('content-type') ?? 'no media type').split(';')
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(text) ?? []
  return title.trim() === '' ? printable(type, 80) : `${printable(type, 80)}, “${printable(title, 80)}”`
}

const passingStatus = new Set([429, 502, 503, 504])

export const isPassing = ({ status }: Response): boolean => passingStatus.has(status)

/** The reason for waiting after an answer of {@link isPassing}. */
export const passingFault = (answer: Response, text: string): Fault => {
  const message = ownMessage(text)
  const cause = message === undefined ? `it answered ${answer.status}` : `${printable(message)} (${answer.status})`
  return { isPassing: true, cause, wayOut: 'Check that the install is running.' }
}

export const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400 && status !== 304

/** The target of a redirect, without its query, which may hold a secret. */
export const redirectFault = (answer: Response, url: URL): Fault => {
  const location = answer.headers.get('location') ?? ''
  const target = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined
  const cause = `it redirects (${answer.status}) to ${target ? printable(target.origin + target.pathname) : 'no address'}`
  const isMoved = target && target.origin !== url.origin && target.pathname === url.pathname
  const wayOut = isMoved
    ? `Give --url ${target.origin}.`
    : 'Something in front of the install responds, perhaps a sign-in page: check --url, and let /api/v1 pass.'
  return { isPassing: false, cause, wayOut }
}

const hints: Readonly<Record<number, string>> = {
  404: 'Check --url: no Probata responds at this address.',
  407: 'A proxy requires credentials.',
  413: 'A proxy in front of the install limits bodies: raise its limit to 4 MiB for /api/v1 (nginx: client_max_body_size 4m).',
}

/** An answer that does not come from Probata. */
export const foreignFault = (answer: Response, text: string): Fault => ({
  isPassing: false,
  cause: `it answered ${answer.status}, which does not come from Probata (${kindOf(answer, text)})`,
  wayOut: hints[answer.status] ?? 'A proxy in front of the install responds, or --url names another server.',
  // nginx, Apache and Go answer plain HTTP on a TLS port with a message.
  ...(answer.status === 400 && { mayBeTls: true }),
})
