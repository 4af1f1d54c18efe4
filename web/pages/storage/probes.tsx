import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { storage } from '#web/i18n/en/storage.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Binding, ProbeResult, ProbeRun } from './binding.ts'

const names: Readonly<Record<keyof (typeof storage)['probes']['names'], true>> = {
  address: true,
  tls: true,
  clock: true,
  credential: true,
  bucket: true,
  list: true,
  write: true,
  read: true,
  range: true,
  delete: true,
  gone: true,
  'not-public': true,
  consistency: true,
  multipart: true,
  abort: true,
  'payload-check': true,
  versioning: true,
  lock: true,
  'public-access-block': true,
  'encryption-at-rest': true,
  region: true,
  'least-rights': true,
}

const isKnown = (probe: string): probe is keyof typeof names => Object.hasOwn(names, probe)

/** Returns a function that describes a probe, or returns its name if this app does not know it. */
export const useProbeName = (): ((probe: string) => string) => {
  const { t } = useTranslation('storage')
  return probe => (isKnown(probe) ? t(`probes.names.${probe}`) : probe)
}

const codes: Readonly<Record<NonNullable<ProbeResult['code']>, true>> = {
  unreachable: true,
  refused_address: true,
  tls: true,
  clock: true,
  credential: true,
  forbidden: true,
  no_bucket: true,
  slow: true,
  altered: true,
  missing: true,
  full: true,
  unsupported: true,
}

export const isStoreCode = (code: string | null): code is keyof typeof codes =>
  code !== null && Object.hasOwn(codes, code)

const reported = ['public-access-block', 'encryption-at-rest', 'region', 'least-rights'] as const

const isReported = (probe: string): probe is (typeof reported)[number] => reported.some(name => name === probe)

const useAdvice = (): ((result: ProbeResult) => string) => {
  const { t } = useTranslation('storage')
  return ({ probe, required, outcome, code }) => {
    if (outcome === 'passed') return ''
    // If nothing depends on the probe, a store that lacks the feature does not have to be changed.
    if (!required && code === 'unsupported') return t('probes.unknownText')
    if (code) return t(`probes.codes.${code}`)
    if (probe === 'not-public') return t('probes.notPublic')
    if (required) return t('probes.noCode')
    if (outcome === 'unknown') return t('probes.unknownText')
    return isReported(probe) ? t(`probes.improve.${probe}`) : t('probes.reportedText')
  }
}

const order = { failed: 0, unknown: 1, passed: 2 } as const
const weight = ({ required, outcome }: ProbeResult): number => order[outcome] * 2 + Number(!required)

/** The probes of a run, each with advice. Probes that did not pass come first. */
export const ProbeTable = ({ run }: { run: ProbeRun }) => {
  const { t } = useTranslation('storage')
  const nameOf = useProbeName()
  const adviceOf = useAdvice()
  const columns: readonly Column<ProbeResult>[] = [
    {
      key: 'probe',
      header: t('probes.probe'),
      render: ({ probe, required }) => (
        <>
          {nameOf(probe)}
          <Text size="xs" c="dimmed">
            {t(required ? 'probes.required' : 'probes.reported')}
          </Text>
        </>
      ),
    },
    { key: 'outcome', header: t('probes.outcome'), render: ({ outcome }) => <StatusBadge status={outcome} /> },
    { key: 'advice', header: t('probes.advice'), render: adviceOf },
  ]
  const results = run.results.toSorted((a, b) => weight(a) - weight(b))
  return <DataTable label={t('probes.title')} columns={columns} rows={results} rowKey={({ probe }) => probe} />
}

/** The results of the newest run. */
export const LastProbes = ({ run }: { run: Binding['lastProbes'] }) => {
  const { t } = useTranslation('storage')
  if (!run)
    return (
      <Text size="sm">
        {t('probes.none')}. {t('probes.noneText')}
      </Text>
    )
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t('probes.at')}: <Time at={run.createdAt} /> · {t(`probes.causes.${run.cause}`)}
      </Text>
      <ProbeTable run={run} />
    </Stack>
  )
}
