import { Text } from '@mantine/core'
import type { i18n } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readsBySubject } from '#web/api/actions.ts'
import type { trails } from '#web/i18n/en/trails.ts'
import { countDeliveries } from './deliveries.ts'
import { AnchorLink } from './links.tsx'
import { RecordLink } from './records.tsx'

/** The fields of an audit row that its sentence needs. */
export interface AuditSentenceInput {
  readonly action: string
  readonly outcome: 'done' | 'refused'
  readonly actor: { readonly id: string; readonly kind: string; readonly name: string | null }
  /** The record with its current title, if the row has one. */
  readonly record?: { readonly id: string; readonly title: string; readonly part?: string } | null
  /** The id of the record, or the name of a scheduled job. */
  readonly resourceId?: string
  readonly reason: string | null
  readonly detail: string | null
}

type Texts = typeof trails
type Subject = keyof typeof readsBySubject

const isSubject = (text: string): text is Subject => Object.hasOwn(readsBySubject, text)

const subjectOf = new Map(
  Object.keys(readsBySubject)
    .filter(isSubject)
    .flatMap(subject => readsBySubject[subject].split(' ').map(name => [name, subject] as const)),
)

/**
 * The action texts of the current language. Read directly, because their keys contain dots and they use no i18next
 * placeholders.
 */
const wordsIn = (i18n: i18n): Texts['audit']['words'] => i18n.getResource(i18n.language, 'trails', 'audit.words')

// React escapes the text.
const unescaped = { interpolation: { escapeValue: false } } as const

const hasOwnKey = <T extends object>(texts: T, key: string): key is string & keyof T => Object.hasOwn(texts, key)

/** The template of an action, split into parts whose order depends on the language. Undefined for an unknown action. */
const partsOf = (action: string, i18n: i18n): readonly string[] | undefined => {
  const words = wordsIn(i18n)
  return hasOwnKey(words, action) ? String(words[action]).split('|') : undefined
}

/** Replaces `#x#` with the part of the record, or with `x` if the part is unknown. */
const withPart = (text: string, part: string | undefined): string =>
  text.replaceAll(/#([^#]*)#/g, (_, unknown: string) => part ?? unknown)

/** Returns a function that names the part of a record: the number of a version, or the kind of a requested change. */
const usePart = (): ((part: string | undefined) => string | undefined) => {
  const { t, i18n } = useTranslation('trails')
  return part => {
    if (part === undefined) return undefined
    if (/^\d+$/.test(part)) return t('audit.version', { number: part })
    const kinds: Readonly<Record<string, string>> = i18n.getResource(i18n.language, 'trails', 'audit.changes')
    return kinds[part]
  }
}

/** Replaces `*` with the record. Without a record, removes `*` and the text in brackets. */
const withRecord = (text: string, record: ReactNode): ReactNode => {
  if (record === undefined)
    return text
      .replaceAll(/\[[^\]]*\]/g, '')
      .replaceAll(/ ?\*/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  const [before = '', after] = text.replaceAll(/[[\]]/g, '').split('*')
  if (after === undefined) return before
  return (
    <>
      {before}
      <em>{record}</em>
      {after}
    </>
  )
}

/** The name of a scheduled job in the user's language. Undefined for anything else. */
const jobNamed = (id: string, i18n: i18n): string | undefined => {
  const jobs: Readonly<Record<string, { name: string }>> = i18n.getResource(i18n.language, 'trails', 'jobs.words')
  return hasOwnKey(jobs, id) ? jobs[id]?.name : undefined
}

/**
 * Returns a function that names an actor: a person, a service account, a scheduled job, or someone who is not signed
 * in.
 */
export const useActorName = (): ((actor: AuditSentenceInput['actor']) => string) => {
  const { t, i18n } = useTranslation('trails')
  return ({ id, kind, name }) => {
    if (name !== null) return name
    if (kind === 'anonymous') return t('audit.byNobody')
    if (kind !== 'system') return t(kind === 'service_account' ? 'audit.anAccount' : 'audit.someone')
    const actors: Readonly<Record<string, string>> = i18n.getResource(i18n.language, 'trails', 'audit.systems')
    const job = jobNamed(id, i18n)
    if (job) return t('audit.byJob', { name: job })
    return actors[id] ?? t('audit.bySystem')
  }
}

/** Returns a function that explains a refusal, if its identifier is known. */
const useRefusal = (): ((detail: string | null) => string | undefined) => {
  const { i18n } = useTranslation('trails')
  return detail => {
    const texts: Readonly<Record<string, string>> = i18n.getResource(i18n.language, 'trails', 'audit.refusals')
    const [id = ''] = /^[a-z_]+/.exec(detail ?? '') ?? []
    return texts[id]
  }
}

/**
 * Returns a function that names an action without its actor, such as "accept the claim". An unknown action keeps its
 * code.
 */
export const useActionName = (): ((action: string) => string) => {
  const { t, i18n } = useTranslation('trails')
  return action => {
    const [first = '', second = '', third = ''] = partsOf(action, i18n) ?? []
    const subject = subjectOf.get(action)
    if (subject) return t('audit.readOf', { what: t(`audit.subjects.${subject}`) })
    return first || second
      ? String(withRecord(withPart(t('audit.name', { first, second, third, ...unescaped }), undefined), undefined))
      : action
  }
}

interface Props {
  readonly row: AuditSentenceInput
  /** False on the record's own page, where its title is above. */
  readonly withTitle?: boolean
}

/** A row of the audit trail as a sentence: who did what to which record, or tried to. */
export const AuditSentence = ({ row, withTitle = true }: Props) => {
  const { t, i18n } = useTranslation('trails')
  const nameOf = useActorName()
  const refusalOf = useRefusal()
  const partOf = usePart()
  const { action, outcome, actor, detail } = row
  const linkedRecord = withTitle && row.record && row.record.id !== actor.id ? row.record : undefined
  const jobId = action === 'job.run' ? (row.resourceId ?? '') : ''
  const job = jobNamed(jobId, i18n)
  const title = linkedRecord ? (
    <RecordLink id={linkedRecord.id}>{linkedRecord.title}</RecordLink>
  ) : (
    job && (
      <AnchorLink to="/trails/jobs/$name" params={{ name: jobId }} fz="inherit">
        {job}
      </AnchorLink>
    )
  )
  const subject = subjectOf.get(action)
  const { count, failed } = countDeliveries([row])
  const isDone = outcome === 'done' && failed === 0
  const parts = partsOf(action, i18n)
  const who = (
    <Text span inherit fw={600}>
      {nameOf(actor)}
    </Text>
  )
  const why = isDone ? undefined : refusalOf(detail)
  const rejected = why ? t('audit.rejectedFor', { why }) : t('audit.rejected')
  const notDone = failed > 0 ? t('audit.undelivered', { failed, count }) : rejected
  const end = isDone ? '.' : notDone
  if (!parts)
    return (
      <>
        {who} {subject ? t('audit.triedToRead', { what: t(`audit.subjects.${subject}`) }) : t('audit.didOther')}
        {title && <> ({title})</>}
        {end}
      </>
    )
  const [first = '', second = '', third = ''] = parts
  const template = t(isDone ? 'audit.done' : 'audit.tried', {
    first,
    second,
    third,
    interpolation: { escapeValue: false },
  })
  return (
    <>
      {who} {withRecord(withPart(template, partOf(row.record?.part)), title)}
      {end}
    </>
  )
}
