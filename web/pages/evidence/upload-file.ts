import { client, detectSessionChange, pagePersonId, personHeader, type Schemas, unwrap } from '#web/api/client.ts'
import { hashFile } from '#web/workers/hash-file.ts'

type Intent = Schemas['UploadIntent']
type Descriptor = Schemas['UploadDescriptor']
type UploadTarget = Pick<Descriptor, 'path' | 'fieldName'>

export interface AnnouncedUpload {
  readonly intent: Intent
  readonly upload: Descriptor
}

const mediaType = /^[\w!#$&^.+'*%`|~-]+\/[\w!#$&^.+'*%`|~-]+$/

/** The file with the name and type to announce. The server stores names in Unicode form C. */
export const namedFile = (file: File): File =>
  new File([file], file.name.normalize('NFC'), {
    type: mediaType.test(file.type) ? file.type : 'application/octet-stream',
  })

interface Announcement {
  readonly claimId: string
  readonly reason: string
  readonly checksumSha256: string
  readonly signal: AbortSignal
}

const announce = async (file: File, { signal, ...body }: Announcement): Promise<AnnouncedUpload> => {
  const { name: originalFilename, type: contentType, size: byteSize } = file
  const announcement = { ...body, originalFilename, contentType, byteSize }
  return unwrap(client.POST('/api/workspace/attachments/upload-intents', { body: announcement, signal }))
}

interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return new Error(text)
  }
}

/** Uploads a file. Uses XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export const sendFile = (
  file: File,
  { path, fieldName }: UploadTarget,
  { signal, onProgress }: SendOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append(fieldName, file, file.name)
    request.open('POST', path)
    const person = pagePersonId()
    if (person) request.setRequestHeader(personHeader, person)
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onload = () => {
      if (request.status < 300) return resolve()
      const error = parse(request.responseText)
      detectSessionChange(error)
      reject(error)
    }
    request.onerror = () => reject(new TypeError('the connection broke'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })

export type Stage = 'hashing' | 'announcing' | 'uploading'

/** The digest and the intent of a file. The next attempt reuses them, so that the file is stored only once. */
export interface Progress {
  digest?: string
  announced?: AnnouncedUpload | undefined
}

interface HashOptions {
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly onStage: (stage: Stage, bytes: number) => void
}

/** Hashes a file, unless it has been hashed. Files are hashed before the claim exists, to save time afterwards. */
export const hashAhead = async (file: File, { progress, signal, onStage }: HashOptions): Promise<string> => {
  if (progress.digest) return progress.digest
  onStage('hashing', 0)
  progress.digest = await hashFile(file, { signal, onProgress: bytes => onStage('hashing', bytes) })
  return progress.digest
}

interface Attempt extends HashOptions {
  readonly claimId: string
  readonly reason: string
}

/** Hashes, announces and uploads a file. Throws the server's error. */
export const uploadFile = async (file: File, attempt: Attempt): Promise<void> => {
  const { claimId, reason, progress, signal, onStage } = attempt
  const checksumSha256 = await hashAhead(file, attempt)
  if (!progress.announced) {
    onStage('announcing', 0)
    progress.announced = await announce(file, { claimId, reason, checksumSha256, signal })
  }
  signal.throwIfAborted()
  onStage('uploading', 0)
  try {
    await sendFile(file, progress.announced.upload, { signal, onProgress: bytes => onStage('uploading', bytes) })
  } catch (error) {
    // After a broken connection, the next attempt can use the same intent; after an error from the server it cannot.
    if (!(error instanceof TypeError)) progress.announced = undefined
    throw error
  }
}
