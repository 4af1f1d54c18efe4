import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useCan } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

type Key = Schemas['LedgerKey']

const purposes = enums.LedgerKey.purpose

/** The keys to give to people who check bundles. Administrators can create new ones. */
export const LedgerKeys = () => {
  const { t } = useTranslation('trails')
  const can = useCan()
  const pages = usePages('/api/workspace/ledger/keys', { query: {} }, page => page.ledgerKeys)
  const columns: readonly Column<Key>[] = [
    { key: 'purpose', header: t('ledger.purpose'), render: ({ purpose }) => t(`ledger.purposes.${purpose}`) },
    {
      key: 'vkey',
      header: t('ledger.key'),
      unlabelled: true,
      render: ({ vkey }) => (
        <span className="long-code">
          <Copyable value={vkey} />
        </span>
      ),
    },
    { key: 'since', header: t('ledger.since'), render: ({ since }) => <Time at={since} as="date" />, wide: true },
    {
      key: 'until',
      header: t('ledger.status'),
      render: ({ until }) => (
        <span className="unbroken">
          {until === null ? (
            t('ledger.current')
          ) : (
            <>
              {t('ledger.until')} <Time at={until} as="date" />
            </>
          )}
        </span>
      ),
    },
  ]
  return (
    <Section
      title={t('ledger.keys')}
      actions={
        can('rotateLedgerKey') && (
          <Group gap="xs">
            {purposes.map(purpose => (
              <Act
                key={purpose}
                operation="rotateLedgerKey"
                body={{ purpose }}
                label={t('ledger.rotateOf', { what: t(`ledger.purposes.${purpose}`) })}
                text={t('ledger.rotateText')}
                submit={t('ledger.rotate')}
                size="xs"
              />
            ))}
          </Group>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm">{t('ledger.keysText')}</Text>
        <RecordTable
          label={t('ledger.keys')}
          pages={pages}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<Empty title={t('ledger.noKeys')} text={t('ledger.noKeysText')} />}
        />
      </Stack>
    </Section>
  )
}
