import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { PART_BYTES } from '#lib/object-store.ts'
import { signedWith } from '#src/features/storage/s3/payload.ts'
import { clientOf, type S3Server } from '#test/storage/s3-server.ts'
import type { Place } from './store-process.ts'

const inFlight = 4

/** Headers that curl sets itself. */
const curlHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'expect'])

/** The floor: curl sends the same parts with the same parallelism, signed as the program signs them. */
export const openCurl = async (server: S3Server, { settings, file }: Place, bytes: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-curl-'))
  const client = clientOf(server)
  let recordedRequest: { readonly headers: Record<string, string> } | undefined
  const recorder = new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    credentials: server.credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: {
      async handle(request: { headers: Record<string, string> }) {
        recordedRequest = request
        return { response: { statusCode: 200, headers: {}, body: Readable.from([]) } }
      },
    },
  })
  const sizes = file.parts.map((_, index) => Math.min(PART_BYTES, bytes.length - index * PART_BYTES))
  const paths = await Promise.all(
    file.parts.map(async (_, index) => {
      const path = join(folder, `part-${index + 1}`)
      await writeFile(path, bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES))
      return path
    }),
  )

  const signPart = async (place: { Bucket: string; Key: string }, UploadId: string | undefined, index: number) => {
    const PartNumber = index + 1
    const part = { ...place, UploadId, PartNumber, Body: Readable.from([]), ContentLength: sizes[index] }
    await recorder.send(signedWith(new UploadPartCommand(part), file.parts[index] ?? ''))
    const headers = Object.entries(recordedRequest?.headers ?? {}).filter(([name]) => !curlHeaders.has(name))
    return [
      `url = "${server.endpoint}/${place.Bucket}/${place.Key}?partNumber=${PartNumber}&uploadId=${UploadId}&x-id=UploadPart"`,
      `upload-file = "${paths[index]}"`,
      ...headers.map(([name, value]) => `header = "${name}: ${value.replaceAll('"', '\\"')}"`),
      'output = "/dev/null"',
      'write-out = "%{http_code} %{url} %header{etag}\\n"',
    ].join('\n')
  }

  return {
    async send(): Promise<number> {
      const place = { Bucket: settings.bucket, Key: `curl/${randomBytes(16).toString('hex')}` }
      const startTime = performance.now()
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
      const configuration: string[] = []
      for (const index of paths.keys()) configuration.push(await signPart(place, UploadId, index))
      const config = join(folder, 'config')
      await writeFile(config, configuration.join('\nnext\n'))
      const { stdout } = await promisify(execFile)('curl', ['-sS', '-Z', '--parallel-max', `${inFlight}`, '-K', config])
      const Parts = stdout
        .trim()
        .split('\n')
        .map(line => {
          const [, status, number, ETag] = /^(\d+) \S*partNumber=(\d+)\S* (\S+)$/.exec(line) ?? []
          if (status !== '200') throw new Error(`curl could not send a part: ${line}`)
          return { PartNumber: Number(number), ETag }
        })
        .toSorted((a, b) => a.PartNumber - b.PartNumber)
      await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
      const seconds = (performance.now() - startTime) / 1000
      await client.send(new DeleteObjectCommand(place))
      return seconds
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
      recorder.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
