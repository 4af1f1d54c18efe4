import assert from 'node:assert/strict'
import { Claim } from '#src/features/evidence/claims/claim.ts'
import { claimAt, Step, unknownClaim } from './claims.ts'
import type { ActorName, Fields, Model, RequirementName } from './state.ts'
import type { World } from './world.ts'

/** Reads a list page by page to its end, and checks that every page except the last is full. */
const walk = async (
  world: World,
  by: ActorName,
  { path, plural, limit }: { path: string; plural: string; limit: number },
) => {
  const records: Fields[] = []
  for (let cursor = ''; ; ) {
    const { status, body, text } = await world.send(by, 'GET', `${path}&limit=${limit}${cursor}`)
    assert.equal(status, 200, text)
    records.push(...body[plural])
    const { nextCursor } = body.pagination
    if (!nextCursor) return records
    assert.equal(body[plural].length, limit)
    cursor = `&cursor=${nextCursor}`
  }
}

interface ListQuery {
  readonly by: ActorName
  readonly requirement: RequirementName | undefined
  readonly status: string | undefined
  readonly limit: number
}

/** Returns the fields of an entry that service accounts see. People also see its creator and its reviewer. */
const publicFieldsOf = (entry: Fields): Fields =>
  Object.fromEntries(
    Object.keys(Claim.properties)
      .filter(name => name in entry)
      .map(name => [name, entry[name]]),
  )

export class ListClaims extends Step {
  readonly #query: ListQuery

  constructor(query: ListQuery) {
    super()
    this.#query = query
  }

  async run(model: Model, world: World): Promise<void> {
    const { by, requirement, status, limit } = this.#query
    const evidenceRequirementId = requirement && world.requirements[requirement]
    const filters: Fields = { ...(requirement && { evidenceRequirementId }), ...(status && { status }) }
    const query = Object.entries(filters).map(([name, value]) => `&${name}=${value}`)
    const path = `${world.actors[by].root}/claims?${query.join('').slice(1)}`
    const expected = model.claims
      .map(({ record }) => record)
      .filter(record => Object.entries(filters).every(([name, value]) => record[name] === value))
    const claims = await walk(world, by, { path, plural: 'claims', limit })
    assert.deepEqual(claims.map(publicFieldsOf), expected.toReversed())
  }

  toString(): string {
    const { by, requirement, status, limit } = this.#query
    return `list claims by ${by}, requirement ${requirement}, status ${status}, ${limit} a page`
  }
}

export class GetClaim extends Step {
  readonly #claim: number

  constructor(claim: number) {
    super()
    this.#claim = claim
  }

  async run(model: Model, world: World): Promise<void> {
    const claim = claimAt(model, this.#claim)
    const path = `${world.actors.scanner.root}/claims/${claim?.id ?? unknownClaim}`
    const { status, body } = await world.send('scanner', 'GET', path)
    if (claim) assert.deepEqual({ status, body }, { status: 200, body: claim.record })
    else assert.deepEqual({ status, error: body.error }, { status: 404, error: 'not_found' })
  }

  toString(): string {
    return `get claim ${this.#claim}`
  }
}

export class ListAttachments extends Step {
  readonly #claim: number
  readonly #limit: number

  constructor(claim: number, limit: number) {
    super()
    this.#claim = claim
    this.#limit = limit
  }

  async run(model: Model, world: World): Promise<void> {
    const claim = claimAt(model, this.#claim)
    const path = `${world.actors.second.root}/attachments?claimId=${claim?.id ?? unknownClaim}`
    if (!claim) return assert.equal((await world.send('second', 'GET', path)).status, 404)
    const attachments = await walk(world, 'second', { path, plural: 'attachments', limit: this.#limit })
    assert.deepEqual(attachments, claim.attachments.toReversed())
  }

  toString(): string {
    return `list attachments of claim ${this.#claim}, ${this.#limit} a page`
  }
}

/** The types of the model's files that a browser may show. */
const previewableTypes: ReadonlySet<unknown> = new Set(['text/plain', 'image/png'])

export class OpenAttachment extends Step {
  readonly #intent: number
  readonly #by: ActorName

  constructor(intent: number, by: ActorName) {
    super()
    this.#intent = intent
    this.#by = by
  }

  async run(model: Model, world: World): Promise<void> {
    const intent = model.intents[this.#intent % Math.max(model.intents.length, 1)]
    if (!intent) return
    const { claim, attachment, file } = intent
    const artifactId = attachment?.artifactId ?? 'art_00000000000000000000000000'
    const path = `${world.actors[this.#by].root}/attachments/open?claimId=${claim.id}&artifactId=${artifactId}`
    const { status, body } = await world.send(this.#by, 'GET', path)
    if (!attachment) return assert.deepEqual({ status, error: body.error }, { status: 404, error: 'not_found' })
    const content = { dataBase64: file.bytes.toString('base64'), inlinePreviewAllowed: previewableTypes.has(file.type) }
    assert.deepEqual({ status, body }, { status: 200, body: { attachment, content } })
  }

  toString(): string {
    return `open the attachment of intent ${this.#intent} by ${this.#by}`
  }
}
