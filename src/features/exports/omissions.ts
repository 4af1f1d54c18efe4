import canonicalize from 'canonicalize'
import type { LeftOut } from '#shared/exportable.ts'

/** Counts the items that a bundle does not show, by kind and reason. */
export class Omissions {
  readonly #counts = new Map<string, { kind: LeftOut['kind']; reason: LeftOut['reason']; count: number }>()

  add({ kind, reason, count }: LeftOut): void {
    if (count === 0) return
    const key = `${kind} ${reason}`
    const existing = this.#counts.get(key)
    this.#counts.set(key, { kind, reason, count: (existing?.count ?? 0) + count })
  }

  /** The counts, sorted by kind and reason. */
  get all(): readonly LeftOut[] {
    return [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, omission]) => omission)
  }

  /** The content of `data/left-out.jsonl`. */
  get lines(): string {
    return this.all.map(omission => `${canonicalize(omission)}\n`).join('')
  }

  /** The number of omitted items for each reason. */
  get byReason(): Record<string, number> {
    const sums: Record<string, number> = {}
    for (const { reason, count } of this.all) sums[reason] = (sums[reason] ?? 0) + count
    return sums
  }
}
