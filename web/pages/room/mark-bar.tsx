import { Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, unwrap } from '#web/api/client.ts'
import { isRereadAfterWrite, type ListedRoomItem, roomClient } from '#web/api/room.ts'
import { usePatchItem } from '#web/api/room-items.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { Time } from '#web/ui/time.tsx'
import { MarkBadge } from './state.tsx'
import { currentMark, type ItemGraph, nextUnmarked } from './tree-model.ts'

type Mark = NonNullable<ListedRoomItem['mark']>['mark']

const maxNoteLength = 2000

interface Props {
  readonly item: ListedRoomItem
  readonly graph: ItemGraph
  /** Whether the audit is concluded, so that marks can no longer be set. */
  readonly isConcluded: boolean
  readonly onReopen: () => void
}

const PresentMark = ({ item }: { item: ListedRoomItem }) => {
  const { t } = useTranslation('rooms')
  const { mark } = item
  if (!mark) return null
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <MarkBadge mark={mark.mark} />
        <Text size="xs" c="dimmed">
          {t('markedBy', { name: mark.markedByName })} <Time at={mark.markedAt} />
        </Text>
        {mark.reference && <Text size="sm">{mark.reference}</Text>}
      </Group>
      {!currentMark(item) && <Text size="sm">{t('markEarlier')}</Text>}
      {mark.note && (
        <Text size="sm" className="as-written">
          {mark.note}
        </Text>
      )}
    </Stack>
  )
}

/** The guest's mark on an item, with their own reference. After marking an item, the next unmarked item opens. */
export const MarkBar = ({ item, graph, isConcluded, onReopen }: Props) => {
  const { t } = useTranslation('rooms')
  const { t: common } = useTranslation()
  const queries = useQueryClient()
  const patchItem = usePatchItem()
  const navigate = useNavigate()
  const [pendingMark, setPendingMark] = useState<Exclude<Mark, 'accepted'>>()
  const next = nextUnmarked(graph, item)
  const form = useForm({ initialValues: { reference: item.mark?.reference ?? '', note: item.mark?.note ?? '' } })
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const { reference, note } = form.values
    const text = pendingMark === undefined ? null : note.trim() || null
    const body = { mark: pendingMark ?? ('accepted' as const), reference: reference.trim() || null, note: text }
    const params = { path: { itemId: item.id } }
    // An error may mean that the audit has since been concluded.
    const saving = unwrap(roomClient.POST('/api/room/items/{itemId}/mark', { params, body }))
    const mark = await saving.catch(async failure => {
      await queries.invalidateQueries({ predicate: isRereadAfterWrite })
      throw failure
    })
    patchItem(item.id, one => ({ ...one, mark }))
    setPendingMark(undefined)
    if (next) await navigate({ to: '/room/items/$itemId', params: { itemId: next.id }, search: true })
  })
  if (isConcluded && !item.mark) return <ErrorNote error={error} />
  const needsNote = pendingMark !== undefined
  return (
    <Paper withBorder p="sm" className="sticky-foot" component="section" aria-label={t('markTitle')}>
      <Stack gap="xs">
        <PresentMark item={item} />
        {!isConcluded && (
          <form ref={formRef} onSubmit={onSubmit}>
            <Stack gap="xs">
              {needsNote && (
                <Textarea
                  key={pendingMark}
                  label={`${t(`marks.${pendingMark}`)}: ${t('note')}`}
                  description={t('markHint')}
                  autosize
                  minRows={2}
                  maxRows={8}
                  maxLength={maxNoteLength}
                  required
                  autoFocus
                  {...form.getInputProps('note')}
                />
              )}
              <Group gap="xs" align="end">
                <TextInput
                  label={t('reference')}
                  maxLength={100}
                  flex="1 1 8rem"
                  {...form.getInputProps('reference')}
                />
                {needsNote ? (
                  <>
                    <Button variant="default" onClick={() => setPendingMark(undefined)}>
                      {common('actions.cancel')}
                    </Button>
                    <SubmitButton loading={busy}>{t(next ? 'saveNext' : 'saveMark')}</SubmitButton>
                  </>
                ) : (
                  <>
                    <Button variant="default" onClick={() => setPendingMark('question')}>
                      {t('ask')}
                    </Button>
                    <Button variant="default" onClick={() => setPendingMark('rejected')}>
                      {t('reject')}
                    </Button>
                    <SubmitButton loading={busy}>{t(next ? 'acceptNext' : 'accept')}</SubmitButton>
                  </>
                )}
              </Group>
            </Stack>
          </form>
        )}
        {item.mark && !next && !isConcluded && (
          <Text size="sm" c="dimmed" role="status">
            {t('allMarked')}
          </Text>
        )}
        <ErrorNote error={error} />
        {errorId(error) === 'unprocessable' && !isConcluded && (
          <div>
            <Button variant="default" onClick={onReopen}>
              {t('reopen')}
            </Button>
          </div>
        )}
      </Stack>
    </Paper>
  )
}
