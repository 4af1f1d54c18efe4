import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { bundleQuery } from '#web/api/room.ts'
import { LeftOut } from '#web/pages/exports/left-out.tsx'
import { verifyCommand } from '#web/pages/exports/verify-command.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { CodeBlock, Copyable } from '#web/ui/copy.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'
import { useWindowTitle } from '#web/ui/window-title.ts'

type RoomBundle = Schemas['RoomBundle']

const Checking = ({ id, keys }: { id: string; keys: readonly string[] }) => {
  const { t } = useTranslation('rooms')
  const command = t('bundle.command')
  return (
    <Stack gap="xs">
      <Text size="sm">{t('bundle.checking')}</Text>
      {keys.map(key => (
        <Copyable key={key} value={key} />
      ))}
      <CodeBlock label={command} text={verifyCommand(id, keys.at(-1) ?? '')} />
      <Anchor href="/verify" target="_blank" fz="sm" underline="always">
        {t('bundle.page')}
      </Anchor>
    </Stack>
  )
}

const Ready = ({ bundle, keys }: { bundle: RoomBundle; keys: readonly string[] }) => {
  const { t } = useTranslation('rooms')
  const formatBytes = useFormatBytes()
  const { id, byteSize, manifestSha256, preparedAt, expiresAt, attachments, isCurrent, leftOut } = bundle
  return (
    <Stack>
      {!isCurrent && <Text size="sm">{t('bundle.earlier')}</Text>}
      <FactList
        entries={[
          [t('bundle.prepared'), <Time key="prepared" at={preparedAt} />],
          [t('bundle.until'), expiresAt && <Time key="until" at={expiresAt} />],
          [t('bundle.size'), byteSize !== null && formatBytes(byteSize)],
          [t('files'), t(attachments ? 'bundle.withFiles' : 'bundle.withoutFiles')],
          [t('bundle.manifest'), manifestSha256 && <Copyable key="manifest" value={manifestSha256} />],
        ]}
      />
      <div>
        <Button
          component="a"
          href={`/api/room/bundles/${id}/content`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('bundle.download')}
        </Button>
      </div>
      <Checking id={id} keys={keys} />
      <LeftOut leftOut={leftOut} />
    </Stack>
  )
}

/** The bundle for the guests of the room, and how to check it. */
export const Bundle = () => {
  const { t } = useTranslation('rooms')
  useWindowTitle(t('bundle.title'))
  const { data, error, isPending, refetch } = useQuery(bundleQuery)
  const bundle = data?.bundle
  return (
    <>
      <Title order={1} mb="md">
        {t('bundle.title')}
      </Title>
      {isPending && <Lines count={2} />}
      <ErrorNote error={error} retry={() => void refetch()} />
      {data && !bundle && <Empty title={t('bundle.none')} text={t('bundle.noneText')} />}
      {bundle?.status === 'preparing' && (
        <Text role="status" size="sm">
          {t('bundle.preparing')}
        </Text>
      )}
      {bundle?.status === 'ready' && <Ready bundle={bundle} keys={data?.keys ?? []} />}
    </>
  )
}
