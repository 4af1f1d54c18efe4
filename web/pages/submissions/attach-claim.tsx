import { Button, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answered, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Lines } from '#web/ui/skeletons.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { PackageDetail } from './model.ts'

const pageSize = 200

/** Accepted claims with the text in their key or title, among those read so far; and any with exactly this key. */
const useAcceptedClaims = (text: string) => {
  const pages = usePages(
    '/api/workspace/claims',
    { query: { status: 'accepted', limit: pageSize } },
    page => page.claims,
  )
  const exact = api.useQuery(
    'get',
    '/api/workspace/claims',
    { params: { query: { status: 'accepted', claimKey: text } } },
    { enabled: text !== '' && pages.hasMore },
  )
  const sought = text.toLowerCase()
  const seen = pages.rows.filter(({ claimKey, title }) =>
    [claimKey, title].some(field => field.toLowerCase().includes(sought)),
  )
  const more = (exact.data?.claims ?? []).filter(({ id }) => !seen.some(claim => claim.id === id))
  return { ...pages, found: [...more, ...seen] }
}

interface Props {
  readonly detail: PackageDetail
  /** The claims that it has. */
  readonly attached: readonly string[]
}

const Choice = (props: {
  readonly attached: readonly string[]
  readonly claimId: string
  readonly onChange: (claimId: string) => void
}) => {
  const { t } = useTranslation('submissions')
  const [text, setText] = useState('')
  const { found, rows, isPending, error, refetch, hasMore, more, isFetchingMore } = useAcceptedClaims(text.trim())
  const shown = found.filter(({ id }) => !props.attached.includes(id))
  if (isPending) return <Lines count={3} />
  return (
    <Stack gap="xs">
      <TextInput
        data-autofocus
        label={t('contents.search')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <ErrorNote error={error} retry={refetch} />
      <ScrollArea.Autosize mah={260} type="auto">
        <Radio.Group aria-label={t('contents.chosen')} value={props.claimId} onChange={props.onChange}>
          <Stack gap={6}>
            {shown.map(({ id, claimKey, title }) => (
              <Radio key={id} value={id} label={title} description={claimKey} />
            ))}
          </Stack>
        </Radio.Group>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t(rows.length === 0 ? 'contents.noneYet' : 'contents.none')}
          </Text>
        )}
      </ScrollArea.Autosize>
      {hasMore && (
        <Button size="compact-xs" variant="default" onClick={more} loading={isFetchingMore}>
          {t('contents.further')}
        </Button>
      )}
    </Stack>
  )
}

const AttachDialog = ({ detail, attached, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('submissions')
  const form = useForm({ initialValues: { claimId: '', reason: '' } })
  const { claimId } = form.values
  const refresh = useRefresh()
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={t('contents.attach')}
      submit={t('contents.attach')}
      form={form}
      of={detail}
      ready={claimId !== ''}
      onSubmit={async (reason, header) => {
        const params = { path: { packageId: detail.submissionPackage.id }, header }
        const body = { claimId, reason }
        await answered(client.POST('/api/workspace/packages/{packageId}/contents', { params, body }))
        await refresh()
      }}
    >
      {opened && <Choice attached={attached} claimId={claimId} onChange={id => form.setFieldValue('claimId', id)} />}
    </ActionDialog>
  )
}

/** The button and its dialog: adds an accepted claim to the package. */
export const AttachClaim = (props: Props) => {
  const { t } = useTranslation('submissions')
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button
        size="xs"
        mt="sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('contents.attach')}
      </Button>
      <AttachDialog key={time} {...props} opened={opened} onClose={close} />
    </>
  )
}
