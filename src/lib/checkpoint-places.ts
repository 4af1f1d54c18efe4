import { day } from './clock.ts'
import { NoteError, type NoteVerifier, parseVkey } from './note.ts'
import type { S3Settings } from './object-store.ts'
import { hostAddress, type Parse, ValueError } from './variable-values.ts'

/** A bucket that keeps checkpoints. */
export interface CheckpointBucket {
  readonly settings: S3Settings
  /** How long each object is locked, in milliseconds. */
  readonly retainFor: number | undefined
}

const form = 's3://bucket/prefix?retain=3650d&region=eu-central-1&endpoint=https://s3.example.com'

const maxDays = 36_500

const webAddress = hostAddress('https', 'http')

/**
 * Parses `s3://bucket/prefix?retain=3650d&region=…&endpoint=https://…`. The default endpoint is Amazon's for the
 * region.
 */
export const checkpointBucket: Parse<CheckpointBucket> = text => {
  const url = URL.parse(text)
  const [, bucket = ''] = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})(?:[/?]|$)/.exec(text) ?? []
  if (!url || !bucket) throw new ValueError(`must look like ${form}`)
  const { retain, region = 'us-east-1', endpoint, ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ValueError(`has an unknown part ${JSON.stringify(unknown)}; it must look like ${form}`)
  const [, days] = /^([1-9]\d{0,4})d$/.exec(retain ?? '') ?? []
  if (retain !== undefined && !(Number(days) <= maxDays))
    throw new ValueError(`retain must be a number of days, such as 3650d`)
  if (!/^[a-z0-9-]{1,64}$/.test(region)) throw new ValueError('region must be a name such as eu-central-1')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (prefix !== '' && !/^[A-Za-z0-9._/-]{1,512}$/.test(prefix))
    throw new ValueError('the prefix may have only letters, digits, dots, dashes and slashes')
  return {
    settings: {
      endpoint: endpoint === undefined ? `https://s3.${region}.amazonaws.com` : webAddress(endpoint),
      region,
      bucket,
      prefix,
      pathStyle: endpoint !== undefined,
    },
    retainFor: days === undefined ? undefined : Number(days) * day,
  }
}

/** A witness: its key, and the base address of `add-checkpoint`. */
export interface WitnessAddress {
  readonly key: NoteVerifier
  readonly url: string
}

const maxWitnesses = 16

const witness = (text: string): WitnessAddress => {
  const [vkey = '', url = '', ...rest] = text.trim().split(/\s+/)
  if (rest.length > 0 || url === '') throw new ValueError('each must be a key and an address, separated by a space')
  try {
    const key = parseVkey(vkey)
    if (key.kind !== 'cosignature') throw new ValueError(`${key.name} must be the key of a witness, which has type 4`)
    return { key, url: webAddress(url) }
  } catch (error) {
    throw error instanceof NoteError ? new ValueError(`a key is ${error.message}`) : error
  }
}

/** Parses `vkey address; vkey address`. */
export const witnessAddresses: Parse<readonly WitnessAddress[]> = text => {
  const list = text
    .split(';')
    .filter(part => part.trim() !== '')
    .map(witness)
  if (list.length > maxWitnesses) throw new ValueError(`must name at most ${maxWitnesses} witnesses`)
  if (new Set(list.map(({ key }) => key.name)).size < list.length) throw new ValueError('names a witness twice')
  return list
}
