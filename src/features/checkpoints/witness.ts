import type { GuardedFetch } from '#lib/guarded/fetch.ts'
import { checkpointText, NoteError, type NoteVerifier, openNote } from '#lib/note.ts'
import { type ExternalPlace, PlaceProblem, type Publication } from './place.ts'

/** A witness (c2sp.org/tlog-witness): its key, and the address to which `/add-checkpoint` is appended. */
export interface Witness {
  readonly key: NoteVerifier
  readonly url: string
}

const hour = 3_600_000
/** The maximum difference between the clock of a witness and ours. */
const maxClockDifference = 24 * hour

/**
 * Reads the witness's cosignature from its response. It must be for this checkpoint and for about the current time.
 * @throws PlaceProblem
 */
const readCosignature = ({ key }: Witness, { head, call }: Publication, lines: string): Buffer => {
  try {
    const { signatures } = openNote(`${checkpointText(head)}\n${lines}`, [key])
    const [{ line, time = 0 } = { line: '' }] = signatures
    if (Math.abs(time - call.clock.now()) > maxClockDifference)
      throw new PlaceProblem('lies', 'the cosignature is for a different time')
    return Buffer.from(line)
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
    throw new PlaceProblem('lies', 'the cosignature is not valid', { cause: error })
  }
}

const renderBody = async ({ call, head, note }: Publication, old: number): Promise<string> => {
  const proof = await call.ledger.consistency(call.read, head.generation, old, head.size)
  return [`old ${old}`, ...proof.map(hash => hash.toString('base64')), '', note].join('\n')
}

/** Reads the size in a 409 response; undefined if the witness has a different root of this size or returns no size. */
const readSize = async (response: Response): Promise<number | undefined> => {
  if (!response.headers.get('content-type')?.startsWith('text/x.tlog.size')) return undefined
  const [, size] = /^(0|[1-9]\d{0,15})\n$/.exec(await response.text()) ?? []
  return size === undefined ? undefined : Number(size)
}

/**
 * Creates the place for a witness, which verifies that the log only grows, and cosigns the checkpoint with its time.
 */
export const witnessPlace = ({ fetch }: { readonly fetch: GuardedFetch }, witness: Witness): ExternalPlace => {
  const add = async (publication: Publication, old: number) =>
    fetch(`${witness.url.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: await renderBody(publication, old),
      signal: publication.signal,
    })

  return {
    name: `witness ${witness.key.name}`,
    forInstall: true,
    async publish(publication) {
      const { call, head, from } = publication
      let response = await add(publication, from)
      if (response.status === 409) {
        // The witness expects a different size, after a restore on our side or its own.
        const size = await readSize(response)
        if (size === undefined || size === from) throw new PlaceProblem('refused', 'the witness refused the checkpoint')
        const latestHead = await call.ledger.head(call.read, head.generation)
        if (size > (latestHead?.size ?? 0))
          throw new PlaceProblem('ahead', 'the witness has seen more of this log than exists')
        if (size > head.size)
          throw new PlaceProblem('refused', 'another node has already sent the witness a larger checkpoint')
        response = await add(publication, size)
      }
      if (response.status === 422)
        throw new PlaceProblem('ahead', 'the witness has seen a different history of this log')
      if (response.status !== 200) throw new PlaceProblem('refused', `the witness answered ${response.status}`)
      return { answer: readCosignature(witness, publication, await response.text()) }
    },
  }
}
