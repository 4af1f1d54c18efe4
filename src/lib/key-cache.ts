import type { Clock } from './clock.ts'

interface CacheEntry {
  readonly key: Buffer
  readonly expiresAt: number
  readonly timer: NodeJS.Timeout
}

interface Options {
  readonly clock: Clock
  /** The lifetime of a key in milliseconds. */
  readonly lifetime: number
  /** The maximum number of keys; the oldest is dropped first. */
  readonly maxKeys: number
}

/** Copies a key outside Node's pool, so that its memory is never shared. */
const copyOf = (key: Uint8Array): Buffer => {
  const copy = Buffer.allocUnsafeSlow(key.length)
  copy.set(key)
  return copy
}

/** Caches secret keys by name for a limited time, and overwrites each when it drops it. Callers get a copy. */
export class KeyCache implements Disposable {
  readonly #entries = new Map<string, CacheEntry>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get(name: string): Buffer | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    if (this.#options.clock.now() < entry.expiresAt) return copyOf(entry.key)
    this.drop(name)
    return undefined
  }

  /** Takes ownership of the key and caches it. */
  keep(name: string, key: Buffer): void {
    const { clock, lifetime, maxKeys } = this.#options
    this.drop(name)
    // The clock may stop or go backwards, but the timer cannot.
    const timer = setTimeout(() => this.drop(name), lifetime).unref()
    this.#entries.set(name, { key, expiresAt: clock.now() + lifetime, timer })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxKeys && oldest !== undefined) this.drop(oldest)
  }

  drop(name: string): void {
    const entry = this.#entries.get(name)
    if (!entry) return
    clearTimeout(entry.timer)
    entry.key.fill(0)
    this.#entries.delete(name)
  }

  [Symbol.dispose](): void {
    for (const name of [...this.#entries.keys()]) this.drop(name)
  }
}
