import type { Clock } from './clock.ts'

interface Kept {
  readonly key: Buffer
  readonly until: number
  readonly timer: NodeJS.Timeout
}

interface Options {
  readonly clock: Clock
  /** The lifetime of a key in milliseconds. */
  readonly lifetime: number
  /** The limit of keys; the oldest is dropped first. */
  readonly most: number
}

/** A copy outside Node's pool, so that its memory is never shared. */
const copyOf = (key: Uint8Array): Buffer => {
  const copy = Buffer.allocUnsafeSlow(key.length)
  copy.set(key)
  return copy
}

/** Secret keys by name, for a limited time; each is overwritten when it is dropped. Callers get a copy. */
export class KeyCache implements Disposable {
  readonly #kept = new Map<string, Kept>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get(name: string): Buffer | undefined {
    const kept = this.#kept.get(name)
    if (!kept) return undefined
    if (this.#options.clock.now() < kept.until) return copyOf(kept.key)
    this.drop(name)
    return undefined
  }

  /** Keeps the key itself, which belongs to the cache from then on. */
  keep(name: string, key: Buffer): void {
    const { clock, lifetime, most } = this.#options
    this.drop(name)
    // The clock may stand still or go back, but the timer does not.
    const timer = setTimeout(() => this.drop(name), lifetime).unref()
    this.#kept.set(name, { key, until: clock.now() + lifetime, timer })
    const [first] = this.#kept.keys()
    if (this.#kept.size > most && first !== undefined) this.drop(first)
  }

  drop(name: string): void {
    const kept = this.#kept.get(name)
    if (!kept) return
    clearTimeout(kept.timer)
    kept.key.fill(0)
    this.#kept.delete(name)
  }

  [Symbol.dispose](): void {
    for (const name of [...this.#kept.keys()]) this.drop(name)
  }
}
