import { createCipheriv, createHash } from 'node:crypto'

/** Numbers and bytes that are reproducible from a seed. */
export interface Random {
  /** A whole number from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number
  /**
   * A number whose logarithm is evenly distributed, for file sizes: sizes near 2^10 are as frequent as sizes near 2^20.
   */
  logarithmic(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(weights: Readonly<Record<string, readonly [weight: number, value: T]>>): T
  bytes(count: number): Buffer
  /** Returns a separate sequence, so that parallel users do not affect each other. */
  fork(name: string): Random
}

/** Uses AES-128 in counter mode over zeros, which is fast for megabytes and gives the same bytes on every machine. */
export const createRandom = (seed: string): Random => {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16))
  const bytes = (count: number): Buffer => stream.update(Buffer.alloc(count))
  const nextFraction = (): number => bytes(4).readUInt32LE() / 2 ** 32
  const whole = (min: number, max: number): number => min + Math.floor(nextFraction() * (max - min + 1))
  return {
    whole,
    logarithmic: (min, max) => Math.round(min * (max / min) ** nextFraction()),
    chance: probability => nextFraction() < probability,
    pick(weights) {
      const choices = Object.values(weights)
      let remaining = nextFraction() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of choices) {
        remaining -= weight
        if (remaining < 0) return value
      }
      throw new Error('nothing to pick from')
    },
    bytes,
    fork: name => createRandom(`${seed}/${name}`),
  }
}
