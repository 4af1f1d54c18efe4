/** Implements `probata export` and `probata-export`: requests an evidence bundle, waits for it, and downloads it. */
import { randomUUID } from 'node:crypto'
import { closeSync, constants, fstatSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { type Api, type Credentials, openApi } from './api.ts'
import { bytesOf } from './responses.ts'
import type { Patience } from './waiting.ts'

const path = '/governance/evidence/exports'

export type Scope =
  | { readonly kind: 'requirement'; readonly requirementId: string }
  | { readonly kind: 'package'; readonly packageId: string }
  | { readonly kind: 'period'; readonly from: string; readonly to: string }
  | { readonly kind: 'everything' }
  | { readonly kind: 'asOf'; readonly at: string }

/** The fields of an export that the command needs. */
interface EvidenceExport {
  readonly id: string
  readonly status: 'preparing' | 'ready' | 'failed' | 'cancelled' | 'expired'
  readonly progress: {
    readonly filesDone: number
    readonly filesTotal: number
    readonly bytesDone: number
    readonly bytesTotal: number
  }
  readonly byteSize: number | null
  readonly failure: { readonly message: string; readonly resourceId: string | null } | null
}

/** A new request for a bundle. */
export interface Request {
  readonly scope: Scope
  readonly ledger?: 'proofs' | 'all' | undefined
  readonly attachments?: boolean | undefined
  readonly reason: string
}

export interface ExportRequest {
  /** The id of an earlier request, or a new one. */
  readonly bundle: string | Request
  /** The path of the bundle; `<id>.asice` by default. An incomplete bundle is in `<output>.<id>.part`. */
  readonly output?: string | undefined
}

export interface ExportResult {
  readonly id: string
  /** The path of the file. */
  readonly output: string
  readonly byteSize: number | null
}

const pollIntervalMs = 1000
/** The maximum number of consecutive attempts that receive no bytes. */
const maxIdleAttempts = 20

const request = async (api: Api, { scope, ledger, attachments, reason }: Request): Promise<EvidenceExport> => {
  const body = { scope, ...(ledger && { ledger }), ...(attachments !== undefined && { attachments }), reason }
  // All attempts have the same key, so that a retry after a lost response does not request a second bundle.
  const headers = { 'idempotency-key': `export-${randomUUID()}` }
  return (await api.askJson('POST', path, { body, headers })) as EvidenceExport
}

const find = async (api: Api, id: string): Promise<EvidenceExport> =>
  (await api.askJson('GET', `${path}/${encodeURIComponent(id)}`)) as EvidenceExport

const progressOf = ({ progress }: EvidenceExport): string =>
  progress.filesTotal === 0
    ? 'gathering the records'
    : `${progress.filesDone} of ${progress.filesTotal} files, ${progress.bytesDone} of ${progress.bytesTotal} bytes read`

const waitFor = async (api: Api, first: EvidenceExport, { tell, pause }: Patience): Promise<EvidenceExport> => {
  let [current, lastNotice] = [first, '']
  while (current.status === 'preparing') {
    const progress = progressOf(current)
    if (progress !== lastNotice) tell(progress)
    lastNotice = progress
    await pause(pollIntervalMs)
    current = await find(api, current.id)
  }
  if (current.status === 'failed') {
    const { message = 'it does not say why', resourceId = null } = current.failure ?? {}
    throw new Error(`The export failed: ${message}${resourceId ? ` (${resourceId})` : ''}`)
  }
  if (current.status !== 'ready') throw new Error(`The export is ${current.status}.`)
  return current
}

/** Writes the bytes of the bundle from `offset` until the response ends. @returns the number of bytes */
const fetchRange = async (api: Api, { id }: EvidenceExport, fd: number, offset: number): Promise<number> => {
  const headers: Record<string, string> = offset > 0 ? { range: `bytes=${offset}-` } : {}
  const response = await api.ask('GET', `${path}/${encodeURIComponent(id)}/content`, { headers })
  if (offset > 0 && response.status !== 206) throw new Error('The install does not resume in the middle of a bundle.')
  let position = offset
  for await (const bytes of bytesOf(response)) position += writeSync(fd, bytes, 0, bytes.length, position)
  return position - offset
}

const download = async (api: Api, ready: EvidenceExport, output: string, { tell }: Patience): Promise<void> => {
  const { byteSize } = ready
  if (byteSize === null) throw new Error('The install does not report the size of the bundle.')
  // The name contains the id, so that a download never continues the partial file of another bundle.
  const part = `${output}.${ready.id}.part`
  const file = openSync(part, constants.O_RDWR | constants.O_CREAT)
  try {
    let offset = fstatSync(file).size
    if (offset > byteSize) throw new Error(`${part} is larger than the bundle. Remove it.`)
    if (offset > 0) tell(`going on after ${offset} of ${byteSize} bytes`)
    for (let idleAttempts = 0; offset < byteSize; ) {
      const received = await fetchRange(api, ready, file, offset)
      offset += received
      idleAttempts = received === 0 ? idleAttempts + 1 : 0
      if (offset < byteSize && idleAttempts >= maxIdleAttempts)
        throw new Error(`The download has stalled at ${offset} of ${byteSize} bytes.`)
    }
    if (offset !== byteSize) throw new Error(`${part} has ${offset} bytes instead of ${byteSize}. Remove it.`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, output)
}

/**
 * Requests a bundle or resumes an earlier request, waits until the bundle is ready, and writes it to a file. An
 * interrupted download continues where it stopped, even in another call with the same id and `output`.
 * @throws Error with a sentence that gives the reason
 */
export const runExport = async (
  credentials: Credentials,
  exportRequest: ExportRequest,
  patience: Patience,
): Promise<ExportResult> => {
  const api = openApi(credentials, patience)
  const { bundle } = exportRequest
  const evidenceExport = typeof bundle === 'string' ? await find(api, bundle) : await request(api, bundle)
  patience.tell(`${evidenceExport.id}, to be taken up again with --id ${evidenceExport.id}`)
  const ready = await waitFor(api, evidenceExport, patience)
  const output = exportRequest.output ?? `${ready.id}.asice`
  await download(api, ready, output, patience)
  return { id: ready.id, output, byteSize: ready.byteSize }
}
