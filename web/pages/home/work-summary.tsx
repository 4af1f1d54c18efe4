import { Text } from '@mantine/core'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { AnchorLink } from '#web/ui/links.tsx'
import { useWorkNumber } from './work-number.ts'

type Count = Schemas['WorkCount']
type Kind = Count['kind']

/** The number of parts that a sentence can have and still be read at a glance. */
const maxParts = 4

/** The kinds that each part of the sentence names, in its order. */
const parts = {
  late: [
    'package_due',
    'evidence_renewal',
    'finding_remediation',
    'risk_review',
    'assessment_answers',
    'assessment_completion',
  ],
  count: ['claim_review', 'claim_answer', 'approval', 'room_request'],
  week: [
    'package_due',
    'evidence_renewal',
    'finding_remediation',
    'risk_review',
    'policy_acknowledgement',
    'questionnaire_answers',
  ],
} as const satisfies Readonly<Record<string, readonly Kind[]>>

type Part = keyof typeof parts

interface Clause {
  readonly key: Extract<ParseKeys<'home'>, `says.${string}`> | 'says.any'
  readonly count: number
  readonly more: boolean
  readonly search: { readonly kind?: Kind; readonly due?: 'late' | 'week' }
}

const clausesOf = (counts: readonly Count[]): Clause[] => {
  const byKind = new Map(counts.map(one => [one.kind, one]))
  const clauses = (Object.keys(parts) as Part[]).flatMap(part =>
    parts[part].flatMap((kind): Clause[] => {
      const workCount = byKind.get(kind)
      if (!workCount || workCount[part] === 0) return []
      const search = { kind, ...(part !== 'count' && { due: part }) }
      return [{ key: `says.${part}.${kind}` as Clause['key'], count: workCount[part], more: workCount.more, search }]
    }),
  )
  return clauses.slice(0, maxParts)
}

const capitalize = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** Summarizes the user's open work in one sentence. Each part links to exactly the records that it counts. */
export const WorkSummary = ({ counts }: { counts: readonly Count[] }) => {
  const { t, i18n } = useTranslation('home')
  const number = useWorkNumber()
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const namedClauses = clausesOf(counts)
  const anyClause: Clause = { key: 'says.any', count: total, more: counts.some(({ more }) => more), search: {} }
  const clauses = namedClauses.length === 0 && (total > 0 || anyClause.more) ? [anyClause] : namedClauses
  const { listParts } = useFormat()
  return (
    <Text fz="xl" lh={1.5} maw="50rem" mb="lg" className="balanced">
      {clauses.length === 0
        ? t('nothing')
        : listParts(clauses.map((_, i) => String(i))).map(({ type, value }) => {
            const clause = type === 'element' ? clauses[Number(value)] : undefined
            if (!clause) return value
            const text = t(clause.key, { count: clause.count, n: number(clause) })
            return (
              <AnchorLink
                key={value}
                to="/my-work"
                search={clause.search}
                fz="inherit"
                c="var(--mantine-color-text)"
                underline="always"
              >
                {value === '0' ? capitalize(text, i18n.language) : text}
              </AnchorLink>
            )
          })}
      {clauses.length > 0 && '.'}
    </Text>
  )
}
