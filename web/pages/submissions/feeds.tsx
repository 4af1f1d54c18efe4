import { Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { useCan, useSession } from '#web/api/session.ts'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { PersonName } from '#web/ui/person.tsx'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'
import { Time } from '#web/ui/time.tsx'

type Feed = Schemas['CalendarFeed']

/** A button with a dialog that creates a secret URL for calendar programs, which is shown only once. */
export const Subscribe = ({ contents }: { contents: NonNullable<Feed['of']> }) => {
  const { t } = useTranslation('submissions')
  const form = useForm({ initialValues: { name: '', reason: '' } })
  const name = form.values.name.trim()
  const [address, setAddress] = useState<string>()
  return (
    <>
      <Act
        operation="createCalendarFeed"
        body={{ name, of: contents }}
        label={t('calendar.subscribe')}
        title={t('calendar.subscribeTitle')}
        text={t(contents === 'my_work' ? 'calendar.subscribeWorkText' : 'calendar.subscribeText')}
        leftSection={<IconCalendarPlus size={16} />}
        dialog={{ form, ready: name !== '' }}
        onDone={feed => setAddress(feed.address)}
      >
        <TextInput
          data-autofocus
          label={t('calendar.name')}
          description={t('calendar.nameHint')}
          required
          maxLength={200}
          {...form.getInputProps('name')}
        />
      </Act>
      <SecretOnce secret={address} label={t('calendar.address')} onStored={() => setAddress(undefined)}>
        <Text size="sm">{t('calendar.addressHint')}</Text>
      </SecretOnce>
    </>
  )
}

/** The calendar feeds. The creator of a feed and administrators can revoke it. */
export const Feeds = () => {
  const { t } = useTranslation('submissions')
  const { t: common } = useTranslation()
  const can = useCan()
  const { person } = useSession()
  const mayRevoke = ({ createdBy }: Feed) => createdBy === person.id || person.role === 'admin'
  const pages = usePages('/api/workspace/calendar-feeds', {}, page => page.calendarFeeds)
  const columns: readonly Column<Feed>[] = [
    { key: 'name', header: t('calendar.feed'), render: feed => feed.name },
    { key: 'of', header: t('calendar.of'), render: ({ of = 'submissions' }) => t(`calendar.ofs.${of}`) },
    {
      key: 'createdBy',
      header: t('calendar.createdBy'),
      render: feed => <PersonName id={feed.createdBy} />,
      wide: true,
    },
    { key: 'createdAt', header: t('calendar.createdAt'), render: feed => <Time at={feed.createdAt} as="date" /> },
    ...(can('revokeCalendarFeed')
      ? [
          {
            key: 'revoke',
            header: common('actions.actions'),
            align: 'right' as const,
            render: (feed: Feed) =>
              mayRevoke(feed) && (
                <Act
                  operation="revokeCalendarFeed"
                  record={feed}
                  label={t('calendar.revoke')}
                  name={t('calendar.revokeTitle', { name: feed.name })}
                  text={t('calendar.revokeText')}
                  danger
                />
              ),
          },
        ]
      : []),
  ]
  return (
    <section>
      <Title order={2} mt="xl" mb="sm">
        {t('calendar.feeds')}
      </Title>
      <RecordTable
        label={t('calendar.feeds')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('calendar.noFeeds')} text={t('calendar.noFeedsText')} />}
      />
    </section>
  )
}
