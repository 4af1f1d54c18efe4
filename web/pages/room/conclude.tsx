import { Alert, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { unwrap } from '#web/api/client.ts'
import { isRereadAfterWrite, roomClient, roomQuery } from '#web/api/room.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { SubmitButton } from '#web/ui/form-footer.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Section } from '#web/ui/section.tsx'
import { useWindowTitle } from '#web/ui/window-title.ts'
import { Conclusion } from './overview.tsx'
import { useItemGraph } from './room-tree.tsx'
import { countClaims } from './tree-model.ts'

const maxLength = 5000

/** Warns about claims without a mark before the audit ends. */
const Unmarked = () => {
  const { t } = useTranslation('rooms')
  const { graph } = useItemGraph()
  const claims = graph?.items.filter(({ kind }) => kind === 'claim') ?? []
  const { open, opened } = countClaims(claims)
  if (open + opened === 0) return null
  return (
    <Alert color="yellow">
      <AnchorLink to="/room" search={{ state: open > 0 ? 'open' : 'opened' }} underline="always">
        {t('unmarked', { count: open + opened })}
      </AnchorLink>{' '}
      {t('unmarkedText')}
    </Alert>
  )
}

const ConcludeForm = ({ scopeDigest }: { scopeDigest: string }) => {
  const { t } = useTranslation('rooms')
  const queries = useQueryClient()
  const form = useForm({ initialValues: { conclusion: '' } })
  const { formRef, onSubmit, busy, error } = useSending(form, async () => {
    const body = { conclusion: form.values.conclusion.trim(), scopeDigest }
    await unwrap(roomClient.POST('/api/room/conclude', { body }))
    await queries.invalidateQueries({ predicate: isRereadAfterWrite })
  })
  return (
    <form ref={formRef} onSubmit={onSubmit}>
      <Stack>
        <Text size="sm">{t('concludeText')}</Text>
        <Unmarked />
        <Textarea
          label={t('conclusion')}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={maxLength}
          required
          autoFocus
          {...form.getInputProps('conclusion')}
        />
        <div>
          <SubmitButton loading={busy}>{t('conclude')}</SubmitButton>
        </div>
        <ErrorNote error={error} />
        <details>
          <summary>{t('digest')}</summary>
          <Copyable value={scopeDigest} />
        </details>
      </Stack>
    </form>
  )
}

/** Ends the audit with a conclusion, which is bound to the frozen scope. */
export const Conclude = () => {
  const { t } = useTranslation('rooms')
  const { data: session } = useQuery(roomQuery)
  useWindowTitle(t('conclude'))
  if (!session) return null
  const { room } = session
  return (
    <Stack>
      <Title order={1}>{t('conclude')}</Title>
      <Conclusion room={room} />
      {room.concludedAt === null && (
        <Section title={t('conclusion')}>
          <ConcludeForm scopeDigest={room.scopeDigest} />
        </Section>
      )}
    </Stack>
  )
}
