import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { isRereadAfterWrite, type ListedRoomItem, roomClient } from '#web/api/room.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { Section } from '#web/ui/section.tsx'
import { MarkBadge } from './items.tsx'

type Mark = NonNullable<ListedRoomItem['mark']>

const maxNoteLength = 2000

interface Props {
  readonly listedItem: ListedRoomItem
  /** Whether the audit is concluded, so that marks can no longer be set. */
  readonly isConcluded: boolean
  readonly onReopen: () => void
}

/** The form for the guest's mark on a claim, with their own reference. */
export const MarkForm = ({ listedItem, isConcluded, onReopen }: Props) => {
  const { t } = useTranslation('rooms')
  const queries = useQueryClient()
  const [currentMark, setCurrentMark] = useState<Mark | null>(listedItem.mark)
  const form = useForm({
    initialValues: {
      mark: currentMark?.mark ?? ('accepted' as Mark['mark']),
      reference: currentMark?.reference ?? '',
      note: currentMark?.note ?? '',
    },
  })
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const { mark, reference, note } = form.values
    const body = { mark, reference: reference.trim() || null, note: note.trim() || null }
    const params = { path: { claimId: listedItem.id } }
    // An error may mean that the audit has since been concluded.
    const saving = unwrap(roomClient.POST('/api/room/claims/{claimId}/mark', { params, body }))
    setCurrentMark(await saving.finally(() => queries.invalidateQueries({ predicate: isRereadAfterWrite })))
  })
  const needsNote = form.values.mark !== 'accepted'
  if (isConcluded) return <ErrorNote error={error} />
  return (
    <Section title={t('markTitle')} actions={currentMark && <MarkBadge mark={currentMark.mark} />}>
      <form ref={formRef} onSubmit={onSubmit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('markHint')}
          </Text>
          <NativeSelect
            label={t('mark')}
            data={enums.RoomMark.mark.map(value => ({ value, label: t(`marks.${value}`) }))}
            {...form.getInputProps('mark')}
          />
          <TextInput label={t('reference')} maxLength={100} {...form.getInputProps('reference')} />
          <Textarea
            label={t('note')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxNoteLength}
            required={needsNote}
            {...form.getInputProps('note')}
          />
          <ErrorNote error={error} />
          {errorId(error) === 'unprocessable' && (
            <div>
              <Button variant="default" onClick={onReopen}>
                {t('reopen')}
              </Button>
            </div>
          )}
          <div>
            <Button type="submit" loading={busy} disabled={needsNote && form.values.note.trim() === ''}>
              {t('saveMark')}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}
