/**
 * A scan as the model test sends it. Each name has one fingerprint of the sender's first version and one of its second.
 */
export interface Scan {
  readonly isComplete: boolean
  /** The category of the scan. Empty if it has none. */
  readonly category: string
  readonly version: number
  readonly severity: string
  readonly seen: readonly string[]
  readonly untouched: readonly string[]
  readonly parts: number
  readonly confirms: boolean
}

interface Row {
  readonly first: string
  readonly fingerprints: Set<string>
  category: string
  status: string
  severity: string
  decided: string
}

const transitions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: { open: 'in_progress' },
  remediate: { open: 'remediated', in_progress: 'remediated' },
  accept: { open: 'accepted', in_progress: 'accepted', remediated: 'accepted' },
  invalidate: { open: 'invalidated', in_progress: 'invalidated', remediated: 'invalidated' },
  reopen: { in_progress: 'open', remediated: 'open', accepted: 'open', invalidated: 'open' },
}

const isOpen = ({ status }: Row): boolean => status === 'open' || status === 'in_progress'

/** Models the rules of scans (decisions 076 and 094) for one source, whose names never share a fingerprint. */
export class ScanModel {
  readonly #rows: Row[] = []

  /** Returns the findings that a scan of the category may match by a fingerprint, in matching order. */
  #candidates(category: string, fingerprint: string): Row[] {
    const rank = (row: Row) => (row.category === category ? 0 : 2) + (row.first === fingerprint ? 0 : 1)
    return this.#rows
      .filter(row => row.fingerprints.has(fingerprint) && (category === '' || ['', category].includes(row.category)))
      .toSorted((a, b) => rank(a) - rank(b))
  }

  #find(category: string, ownFingerprint: string, former: string | undefined): Row | undefined {
    const candidates = this.#candidates(category, ownFingerprint)
    const formerCandidates = former === undefined ? [] : this.#candidates(category, former)
    return candidates.find(row => row.first === ownFingerprint) ?? candidates[0] ?? formerCandidates[0]
  }

  #see(row: Row, { category, severity }: Scan): 'returned' | 'reopened' | undefined {
    if (row.category === '') row.category = category
    const isDecided = row.status === 'accepted' || row.status === 'invalidated'
    const isHigher = severity === 'high' && row.decided === 'low' && row.severity === 'low'
    row.severity = severity
    if (row.status === 'remediated' || (isDecided && isHigher)) {
      row.status = 'open'
      return isDecided ? 'returned' : 'reopened'
    }
    return undefined
  }

  scan(scan: Scan) {
    const { isComplete, category, version, severity, seen, untouched, confirms } = scan
    const outcome = { created: 0, seenAgain: 0, reopened: 0, returned: 0, remediated: 0, withheld: 0 }
    const open = this.#rows.filter(row => isOpen(row) && row.category === category)
    const keptRows = new Set<Row>()
    const keepAll = (name: string) => {
      for (const row of this.#rows) if (row.fingerprints.has(name)) keptRows.add(row)
    }
    for (const name of untouched) keepAll(name)
    for (const name of seen) {
      const ownFingerprint = version === 1 ? name : `${name}2`
      keepAll(ownFingerprint)
      const row = this.#find(category, ownFingerprint, version === 1 ? undefined : name)
      const fingerprints = version === 1 ? [ownFingerprint] : [ownFingerprint, name]
      if (row) {
        keptRows.add(row)
        outcome.seenAgain++
        const change = this.#see(row, scan)
        if (change) outcome[change]++
        for (const fingerprint of fingerprints) row.fingerprints.add(fingerprint)
      } else {
        outcome.created++
        const newRow = {
          first: ownFingerprint,
          fingerprints: new Set(fingerprints),
          category,
          status: 'open',
          severity,
          decided: '',
        }
        this.#rows.push(newRow)
        keptRows.add(newRow)
      }
    }
    const missingRows = isComplete ? open.filter(row => !keptRows.has(row)) : []
    const isWithheld = missingRows.length >= 10 && 2 * missingRows.length > open.length && !confirms
    if (!isWithheld) for (const row of missingRows) row.status = 'remediated'
    outcome[isWithheld ? 'withheld' : 'remediated'] = missingRows.length
    return { outcome, gone: missingRows.length }
  }

  /** Moves a finding to another status if that is possible. Returns whether it moved. */
  move(
    name: string,
    { sourceFingerprint, sourceCategory = '' }: { sourceFingerprint: string; sourceCategory?: string },
  ) {
    const row = this.#rows.find(({ first, category }) => first === sourceFingerprint && category === sourceCategory)
    const to = row && transitions[name]?.[row.status]
    if (!row || to === undefined) return false
    row.status = to
    if (to === 'accepted' || to === 'invalidated') row.decided = row.severity
    return true
  }

  shown(): string[] {
    return this.#rows
      .map(({ first, category, status, severity }) => [first, category, status, severity].join(' '))
      .toSorted()
  }
}
