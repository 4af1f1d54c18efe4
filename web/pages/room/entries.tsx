import { Badge, Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { isRereadAfterWrite, type RoomEntry, roomClient, useEntries } from '#web/api/room.ts'
import { usePatchItem } from '#web/api/room-items.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

const maxLength = 5000

const EntryForm = ({ itemId }: { itemId: string | undefined }) => {
  const { t } = useTranslation('rooms')
  const queries = useQueryClient()
  const patchItem = usePatchItem()
  const form = useForm({ initialValues: { kind: 'comment' as RoomEntry['kind'], text: '' } })
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const { kind, text } = form.values
    const body = { kind, text: text.trim(), ...(itemId !== undefined && { itemId }) }
    await unwrap(roomClient.POST('/api/room/entries', { body }))
    form.setFieldValue('text', '')
    if (itemId !== undefined) patchItem(itemId, item => ({ ...item, entries: item.entries + 1 }))
    await queries.invalidateQueries({ predicate: isRereadAfterWrite })
  })
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack>
        <NativeSelect
          label={t('kind')}
          data={enums.RoomEntry.kind.map(value => ({ value, label: t(`kinds.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <Textarea
          label={t('text')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={maxLength}
          required
          {...form.getInputProps('text')}
        />
        <div>
          <SubmitButton variant="default" loading={busy}>
            {t('send')}
          </SubmitButton>
        </div>
        <ErrorNote error={error} />
      </Stack>
    </form>
  )
}

/** A guest's comment or request, with the answer. */
export const EntryCard = ({ entry }: { entry: RoomEntry }) => {
  const { t } = useTranslation('rooms')
  const { kind, text, itemKey, writtenByName, writtenAt, answer } = entry
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Badge variant="light" radius="sm" color={kind === 'request' ? 'blue' : 'gray'}>
          {t(`kinds.${kind}`)}
        </Badge>
        <Text size="xs" c="dimmed">
          {writtenByName} · <Time at={writtenAt} /> {itemKey && `· ${t('about', { key: itemKey })}`}
        </Text>
      </Group>
      <Text size="sm" className="as-written">
        {text}
      </Text>
      {answer && (
        <Paper withBorder p="xs">
          <Text size="xs" c="dimmed">
            {t('answer')}: {answer.answeredByName} · <Time at={answer.answeredAt} />
          </Text>
          <Text size="sm" className="as-written">
            {answer.text}
          </Text>
          {answer.claimIds.length > 0 && <Text size="xs">{t('added', { count: answer.claimIds.length })}</Text>}
        </Paper>
      )}
    </Stack>
  )
}

/** The entries in the room or about one of its items, with a form for a new entry. */
export const Entries = ({ itemId, isConcluded }: { itemId?: string; isConcluded: boolean }) => {
  const { t } = useTranslation('rooms')
  const { t: common } = useTranslation()
  const { rows, isPending, error, hasMore, loadMore, isFetchingMore, refetch } = useEntries(itemId)
  return (
    <Section title={t('tabs.said')}>
      <Stack>
        {!isConcluded && <EntryForm itemId={itemId} />}
        {isPending && <Lines count={3} />}
        <ErrorNote error={error} retry={refetch} />
        {!isPending && rows.length === 0 && <Empty title={t('noEntries')} text={t('noEntriesText')} />}
        {rows.map(entry => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
        {hasMore && (
          <Button variant="default" onClick={loadMore} loading={isFetchingMore}>
            {common('actions.more')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}
