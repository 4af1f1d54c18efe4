import { Stack, Text } from '@mantine/core'
import { Trans, useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useFormat } from '#web/ui/display.ts'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { onePage } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { LedgerKeys } from './ledger-keys.tsx'
import { usePlaceName } from './ledger-places.ts'

type Overview = Schemas['LedgerOverview']

const Places = () => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const nameOf = usePlaceName()
  const pages = onePage(api.useQuery('get', '/api/workspace/ledger'), ({ places }) => places)
  const columns: readonly Column<Overview['places'][number]>[] = [
    { key: 'place', header: t('ledger.where'), render: ({ place }) => nameOf(place) },
    {
      key: 'size',
      header: t('ledger.holds'),
      render: ({ size }) => (size === null ? t('ledger.holdsNothing') : number(size)),
    },
    { key: 'heldAt', header: t('ledger.heldAt'), render: ({ heldAt }) => <Time at={heldAt} /> },
  ]
  return (
    <RecordTable
      label={t('ledger.places')}
      pages={pages}
      columns={columns}
      rowKey={({ place }) => place}
      empty={<Empty title={t('ledger.noPlaces')} text={t('ledger.noPlacesText')} />}
    />
  )
}

/** The state of the ledger, and the external places that keep its checkpoints. */
export const Ledger = () => {
  const { t } = useTranslation('trails')
  const { number } = useFormat()
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/ledger')
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <Lines />
  const { generation, size, sealedUntil, provedUntil, lastVerified, stoppedAt } = data
  return (
    <>
      <PageHeader title={t('ledger.title')} description={t('ledger.description')} />
      <Stack>
        <Section title={t('ledger.state')}>
          {provedUntil === null && (
            <Text size="sm" mb="sm">
              {t('proof.unwitnessed')}
            </Text>
          )}
          <FactList
            entries={[
              [t('ledger.size'), number(size)],
              [t('ledger.sealedUntil'), <Time key="sealed" at={sealedUntil} />],
              [t('ledger.stoppedAt'), stoppedAt && <Time key="stopped" at={stoppedAt} c="red" />],
              [
                t('ledger.provedUntil'),
                provedUntil === null ? t('ledger.notProved') : <Time key="proved" at={provedUntil} />,
              ],
              [t('ledger.lastVerified'), <Time key="verified" at={lastVerified} />],
            ]}
            details={[[t('ledger.generation'), t('ledger.generationText', { generation })]]}
          />
        </Section>
        <Section title={t('ledger.places')}>
          <Stack gap="sm">
            <Text size="sm">{t('ledger.placesText')}</Text>
            <Places />
          </Stack>
        </Section>
        <LedgerKeys />
        <Text size="sm">
          <Trans
            t={t}
            i18nKey="ledger.toSettings"
            components={{ settings: <AnchorLink to="/access/settings" fz="sm" underline="always" /> }}
          />
        </Text>
      </Stack>
    </>
  )
}
