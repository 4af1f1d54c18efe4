import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Credentials, S3Settings } from '#lib/object-store.ts'
import { createVersions, type StoredObject, type Versions } from './memory-versions.ts'
import { type Answer, hex, keyEncoderFor, rangeResponse, requireSignature, S3Error, xml } from './s3-protocol.ts'

interface Upload {
  readonly key: string
  readonly at: Date
  readonly lock?: Lock
  readonly parts: Map<number, Buffer>
}

interface Lock {
  readonly mode?: string | undefined
  readonly until?: string | undefined
}

const uploadTime = Date.parse('2026-11-20T12:00:00.000Z')

/** The state of a bucket in memory, and the controls that tests have over it. */
export interface MemoryS3 extends AsyncDisposable {
  readonly settings: S3Settings
  readonly credentials: S3Credentials
  /** The objects, by their full key. */
  readonly objects: Map<string, StoredObject>
  /** The versions of a bucket with Object Lock. */
  readonly versions: Versions | undefined
  readonly uploads: Map<string, Upload>
  /** The store's clock. Undefined for a fixed time. */
  clock: { now(): number } | undefined
  /** The requests so far, such as `PUT key`. */
  readonly requests: string[]
  /** Accepts further credentials from now on. With `only`, rejects all earlier ones. */
  accept(credentials: S3Credentials, only?: 'only'): void
  /** Called before each request. It may throw or return the response. Undefined lets the request through. */
  intercept: (
    method: string,
    key: string,
    query: URLSearchParams,
    headers: IncomingMessage['headers'],
  ) => Promise<Answer | undefined> | Answer | undefined
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A bucket in memory that checks signatures and payloads, for tests of the code around a store. Tests of actual stores
 * use real servers (`ceph.ts`, `swift.ts`).
 */
export const startMemoryS3 = async ({ lock = false } = {}): Promise<MemoryS3> => {
  const bucket = `memory-${randomBytes(4).toString('hex')}`
  const credentials = {
    accessKeyId: `AKIA${randomBytes(6).toString('hex')}`,
    secretAccessKey: randomBytes(20).toString('hex'),
  }
  const secretsById = new Map([[credentials.accessKeyId, credentials.secretAccessKey]])
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()
  const requests: string[] = []
  const now = () => memory.clock?.now() ?? uploadTime
  const versions = lock ? createVersions(objects, now) : undefined

  const store = (key: string, bytes: Buffer, objectLock: Lock): Readonly<Record<string, string>> => {
    const object = { bytes, at: new Date(now()) }
    if (versions) return { 'x-amz-version-id': versions.put(key, object, objectLock) }
    objects.set(key, object)
    return {}
  }

  const remove = (key: string, query: URLSearchParams): Answer => {
    if (!versions) objects.delete(key)
    else if (!versions.remove(key, query.get('versionId'))) throw new S3Error(403, 'AccessDenied')
    return { status: 204 }
  }

  const handleRetention = (method: string, key: string, query: URLSearchParams, body: Buffer): Answer => {
    if (!versions) throw new S3Error(400, 'InvalidRequest')
    const version = versions.find(key, query.get('versionId'))
    if (!version) throw new S3Error(404, 'NoSuchVersion')
    if (method === 'PUT') {
      const [, mode = ''] = /<Mode>(\w+)</.exec(body.toString()) ?? []
      const [, until = ''] = /<RetainUntilDate>([^<]+)</.exec(body.toString()) ?? []
      if (!versions.retain(version, mode, Date.parse(until))) throw new S3Error(403, 'AccessDenied')
      return { status: 200 }
    }
    const { mode, until } = version
    if (!mode) throw new S3Error(404, 'NoSuchObjectLockConfiguration')
    return xml('Retention', `<Mode>${mode}</Mode><RetainUntilDate>${new Date(until).toISOString()}</RetainUntilDate>`)
  }

  const listVersions = (query: URLSearchParams): Answer => {
    const matches = (versions?.all ?? []).filter(({ key }) => key.startsWith(query.get('prefix') ?? ''))
    const versionXml = matches.map(({ key, id, stored }) => {
      const name = stored ? 'Version' : 'DeleteMarker'
      const modifiedAt = (stored?.at ?? new Date(now())).toISOString()
      return `<${name}><Key>${key}</Key><VersionId>${id}</VersionId><LastModified>${modifiedAt}</LastModified></${name}>`
    })
    return xml('ListVersionsResult', `<IsTruncated>false</IsTruncated>${versionXml.join('')}`)
  }

  const list = (query: URLSearchParams): Answer => {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? '']
    const maxKeys = Number(query.get('max-keys') ?? 1000)
    const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
    const encodeKey = keyEncoderFor(query)
    const objectXml = keys.slice(0, maxKeys).map(key => {
      const { bytes, at } = objects.get(key) ?? { bytes: Buffer.alloc(0), at: new Date(0) }
      return `<Contents><Key>${encodeKey(key)}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    return xml('ListBucketResult', `<IsTruncated>${keys.length > maxKeys}</IsTruncated>${objectXml.join('')}`)
  }

  const listUploads = (query: URLSearchParams): Answer => {
    const matches = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    const encodeKey = keyEncoderFor(query)
    const uploadXml = matches.map(
      ([id, { key, at }]) =>
        `<Upload><Key>${encodeKey(key)}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${uploadXml.join('')}`)
  }

  const handleUpload = (method: string, key: string, query: URLSearchParams, body: Buffer): Answer => {
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (!upload || upload.key !== key) throw new S3Error(404, 'NoSuchUpload')
    if (method === 'DELETE') return uploads.delete(id) ? { status: 204 } : { status: 404 }
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: `"${hex(body).slice(0, 32)}"` } }
    }
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    const parts = numbers.map(number => upload.parts.get(number))
    if (parts.length === 0 || parts.includes(undefined)) throw new S3Error(400, 'InvalidPart')
    const headers = store(key, Buffer.concat(parts.map(part => part ?? Buffer.alloc(0))), upload.lock ?? {})
    uploads.delete(id)
    return { ...xml('CompleteMultipartUploadResult', `<Key>${key}</Key><ETag>"1-1"</ETag>`), headers }
  }

  const handleObject = (request: IncomingMessage, key: string, query: URLSearchParams, body: Buffer): Answer => {
    const { method = '' } = request
    const requestedLock = {
      mode: request.headers['x-amz-object-lock-mode']?.toString(),
      until: request.headers['x-amz-object-lock-retain-until-date']?.toString(),
    }
    if (query.has('retention')) return handleRetention(method, key, query, body)
    if (query.has('uploads')) {
      const id = randomBytes(8).toString('hex')
      uploads.set(id, { key, at: new Date(now()), lock: requestedLock, parts: new Map() })
      return xml('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`)
    }
    if (query.has('uploadId')) return handleUpload(method, key, query, body)
    if (method === 'PUT') {
      return { status: 200, headers: { etag: `"${hex(body).slice(0, 32)}"`, ...store(key, body, requestedLock) } }
    }
    if (method === 'DELETE') return remove(key, query)
    const versionId = query.get('versionId')
    const object = versionId === null ? objects.get(key) : versions?.find(key, versionId)?.stored
    if (!object) throw new S3Error(404, 'NoSuchKey')
    return rangeResponse(object.bytes, request.headers.range)
  }

  const handleBucket = ({ method }: IncomingMessage, query: URLSearchParams): Answer => {
    if (method === 'HEAD') return { status: 200 }
    if (query.has('uploads')) return listUploads(query)
    if (query.has('versions')) return listVersions(query)
    if (query.get('list-type') === '2') return list(query)
    throw new S3Error(501, 'NotImplemented')
  }

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://memory')
    const [, bucketName = '', ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    requests.push(`${request.method} ${key}`)
    const body = await bodyOf(request)
    const intercepted = await memory.intercept(request.method ?? '', key, url.searchParams, request.headers)
    if (intercepted) return intercepted
    requireSignature(request, url, body, secretsById)
    if (bucketName !== bucket) throw new S3Error(404, 'NoSuchBucket')
    return key === '' ? handleBucket(request, url.searchParams) : handleObject(request, key, url.searchParams, body)
  }

  const respond = (request: IncomingMessage, response: ServerResponse, answer: Answer) => {
    const body = Buffer.from(answer.body ?? '')
    if (memory.clock) response.setHeader('date', new Date(memory.clock.now()).toUTCString())
    response.writeHead(answer.status, {
      ...(answer.status !== 204 && { 'content-length': body.length }),
      ...answer.headers,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  const server = createServer((request, response) => {
    answerTo(request).then(
      answer => respond(request, response, answer),
      error => {
        if (!(error instanceof S3Error)) return request.destroy(error)
        const { status } = error
        respond(request, response, { ...xml('Error', `<Code>${error.code}</Code><Message>no</Message>`), status })
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const memory: MemoryS3 = {
    settings: { endpoint, region: 'eu-central-1', bucket, prefix: 'proof', pathStyle: true },
    credentials,
    objects,
    versions,
    uploads,
    clock: undefined,
    requests,
    accept(furtherCredentials, only) {
      if (only) secretsById.clear()
      secretsById.set(furtherCredentials.accessKeyId, furtherCredentials.secretAccessKey)
    },
    intercept: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return memory
}
