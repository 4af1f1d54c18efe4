import { day } from './clock.ts'
import { NoteError, type NoteVerifier, parseVkey } from './note.ts'
import type { S3Settings } from './object-store.ts'
import { hostAddress, type Parse, ValueError } from './variable-values.ts'

/** A bucket that keeps checkpoints, and the time for which each object is locked there, in milliseconds. */
export interface CheckpointBucket {
  readonly settings: S3Settings
  readonly retainFor: number | undefined
}

const form = 's3://bucket/prefix?retain=3650d&region=eu-central-1&endpoint=https://s3.example.com'

const mostDays = 36_500

const webAddress = hostAddress('https', 'http')

/** `s3://bucket/prefix?retain=3650d&region=…&endpoint=https://…`; Amazon's address of the region without an endpoint. */
export const checkpointBucket: Parse<CheckpointBucket> = text => {
  const url = URL.parse(text)
  const [, bucket = ''] = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})(?:[/?]|$)/.exec(text) ?? []
  if (!url || !bucket) throw new ValueError(`must look like ${form}`)
  const given = Object.fromEntries(url.searchParams)
  const { retain, region = 'us-east-1', endpoint, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new ValueError(`has an unknown part ${JSON.stringify(unknown)}; it must look like ${form}`)
  const [, days] = /^([1-9]\d{0,4})d$/.exec(retain ?? '') ?? []
  if (retain !== undefined && !(Number(days) <= mostDays)) throw new ValueError(`retain must be days, such as 3650d`)
  if (!/^[a-z0-9-]{1,64}$/.test(region)) throw new ValueError('region must be one such as eu-central-1')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (prefix !== '' && !/^[A-Za-z0-9._/-]{1,512}$/.test(prefix))
    throw new ValueError('the prefix has letters, digits, dots, dashes and slashes')
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

const mostWitnesses = 16

const witness = (text: string): WitnessAddress => {
  const [vkey = '', url = '', ...rest] = text.trim().split(/\s+/)
  if (rest.length > 0 || url === '') throw new ValueError('each must be a key and an address, with a space between')
  try {
    const key = parseVkey(vkey)
    if (key.kind !== 'cosignature') throw new ValueError(`${key.name} must be the key of a witness: its type is 4`)
    return { key, url: webAddress(url) }
  } catch (error) {
    throw error instanceof NoteError ? new ValueError(`a key is ${error.message}`) : error
  }
}

/** `vkey address; vkey address`. */
export const witnessAddresses: Parse<readonly WitnessAddress[]> = text => {
  const found = text
    .split(';')
    .filter(part => part.trim() !== '')
    .map(witness)
  if (found.length > mostWitnesses) throw new ValueError(`must name at most ${mostWitnesses} witnesses`)
  if (new Set(found.map(({ key }) => key.name)).size < found.length) throw new ValueError('names a witness twice')
  return found
}
