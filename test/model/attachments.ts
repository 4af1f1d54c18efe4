import assert from 'node:assert/strict'
import { minute } from '#lib/clock.ts'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import { assertWithin, attempt, type Creator, claimAt, peers, Step, unknownClaim } from './claims.ts'
import type { ActorName, ClaimState, Fields, FileState, IntentState, Model, Prediction, Span } from './state.ts'
import { largestFile, type World } from './world.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const files = {
  text: { name: 'report.txt', type: 'text/plain', bytes: Buffer.from('all backups restored\n'.repeat(300)) },
  png: { name: 'screen.png', type: 'image/png', bytes: png },
  byte: { name: 'é.bin', type: 'application/octet-stream', bytes: Buffer.of(7) },
} satisfies Record<string, FileState>

interface IntentInput {
  readonly by: Creator
  readonly key: string | undefined
  readonly claim: number
  readonly file: keyof typeof files
  readonly tooLarge: boolean
}

const isUnsubmitted = ({ record }: ClaimState): boolean => record.status !== 'submitted'

export class CreateIntent extends Step {
  readonly #input: IntentInput

  constructor(input: IntentInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, tooLarge } = this.#input
    const file = files[this.#input.file]
    const claim = claimAt(model, this.#input.claim)
    const { root } = world.actors[by]
    const path = `${root}/attachments/upload-intents`
    const sentBody = {
      claimId: claim?.id ?? unknownClaim,
      originalFilename: file.name,
      contentType: file.type,
      byteSize: tooLarge ? largestFile + 1 : file.bytes.length,
      checksumSha256: sha256Hex(file.bytes),
    }
    const body = { ...sentBody, reason: 'announced by the model' }
    const predict = (_now: number, maker: ActorName): Prediction => {
      if (tooLarge) return { status: 400, error: 'invalid_request' }
      if (!claim) return { status: 404, error: 'not_found' }
      if (isUnsubmitted(claim)) return { status: 422, error: 'unprocessable' }
      return {
        status: 201,
        effect(responseBody, span) {
          const intent: Fields = Object(responseBody.intent)
          assertWithin(intent.createdAt, span)
          const id = String(intent.id)
          const createdAt = Date.parse(String(intent.createdAt))
          const expiresAt = createdAt + 60 * minute
          const createdIntent = { createdAt: intent.createdAt, expiresAt: new Date(expiresAt).toISOString() }
          assert.deepEqual(intent, { id, ...sentBody, status: 'pending', ...createdIntent })
          const query = `claimId=${claim.id}&intentId=${id}`
          const upload = { transport: 'multipart_server', method: 'POST', fieldName: 'file' }
          assert.deepEqual(responseBody.upload, { ...upload, path: `${root}/attachments/upload-binary?${query}` })
          claim.makers.add(maker)
          model.intents.push({ id, claim, file, expiresAt })
        },
      }
    }
    const fingerprint = `${path} ${canonicalDigest(body)}`
    await attempt(model, world, { by, others: peers[by], key, path, body, fingerprint, predict })
  }

  toString(): string {
    const { by, key, claim, file, tooLarge } = this.#input
    return `announce ${tooLarge ? 'too large a ' : ''}${file} for claim ${claim} by ${by} key ${key}`
  }
}

/** The ways in which an upload can be wrong, other than by the state of its intent. */
export const mistakes = ['none', 'bytes', 'shorter', 'longer', 'name', 'type', 'claim'] as const

type Mistake = (typeof mistakes)[number]

const applyMistake: Readonly<Record<Mistake, (file: FileState) => FileState>> = {
  none: file => file,
  claim: file => file,
  bytes: file => ({ ...file, bytes: Buffer.from(file.bytes.map(byte => byte ^ 1)) }),
  shorter: file => ({
    ...file,
    bytes: Buffer.concat([file.bytes, file.bytes]).subarray(0, file.bytes.length - 1 || 2),
  }),
  longer: file => ({ ...file, bytes: Buffer.concat([file.bytes, Buffer.of(1)]) }),
  name: file => ({ ...file, name: `other-${file.name}` }),
  type: file => ({ ...file, type: 'application/x-other' }),
}

interface UploadInput {
  readonly by: Creator
  readonly key: string | undefined
  readonly intent: number
  readonly mistake: Mistake
}

export class Upload extends Step {
  readonly #input: UploadInput

  constructor(input: UploadInput) {
    super()
    this.#input = input
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, key, mistake } = this.#input
    const intent = model.intents[this.#input.intent % Math.max(model.intents.length, 1)]
    if (!intent) return
    const { name, type, bytes } = applyMistake[mistake](intent.file)
    const claimId = mistake === 'claim' ? unknownClaim : intent.claim.id
    const path = `${world.actors[by].root}/attachments/upload-binary?claimId=${claimId}&intentId=${intent.id}`
    const body = new FormData()
    body.append('file', new File([new Uint8Array(bytes)], name, { type }))
    const predict = (now: number, maker: ActorName): Prediction => this.#predict(model, intent, now, maker)
    const fingerprint = `${path} ${sha256Hex(bytes)}`
    await attempt(model, world, { by, others: peers[by], key, path, body, fingerprint, predict })
  }

  #predict(model: Model, intent: IntentState, now: number, maker: ActorName): Prediction {
    const { mistake } = this.#input
    const { claim, attachment, expiresAt } = intent
    if (mistake === 'claim') return { status: 404, error: 'not_found' }
    if (mistake !== 'none') return { status: 422, error: 'unprocessable' }
    if (attachment) return { status: 200, effect: body => assert.deepEqual(body, { attachment }) }
    if (expiresAt <= now || isUnsubmitted(claim)) return { status: 422, error: 'unprocessable' }
    const effect = (body: Fields, span: Span): void => {
      claim.makers.add(maker)
      this.#recordAttachment(model, intent, Object(body.attachment), span)
    }
    return { status: 201, effect }
  }

  #recordAttachment(model: Model, intent: IntentState, attachment: Fields, span: Span): void {
    const { name, type, bytes } = intent.file
    assertWithin(attachment.createdAt, span)
    const { linkId, artifactId, createdAt } = attachment
    const file = { originalFilename: name, contentType: type, byteSize: bytes.length, checksumSha256: sha256Hex(bytes) }
    const claimId = intent.claim.id
    assert.deepEqual(attachment, { linkId, artifactId, claimId, ...file, status: 'active', createdAt })
    intent.attachment = attachment
    intent.claim.attachments.push(attachment)
    intent.claim.approvers = []
    model.countEvents('evidence.attachment.created')
  }

  toString(): string {
    const { by, key, intent, mistake } = this.#input
    return `upload for intent ${intent} by ${by} key ${key}, wrong: ${mistake}`
  }
}
