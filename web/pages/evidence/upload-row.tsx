import { Button, CloseButton, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormatByteLimit, useFormatBytes } from '#web/ui/bytes.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import type { Upload } from './use-uploads.ts'

interface Props {
  readonly upload: Upload
  readonly maxBytes: number
  readonly onCancel: () => void
  readonly onRetry: () => void
  readonly onRemove: () => void
}

const useStatusText = ({ file, state }: Upload, maxBytes: number): string => {
  const { t } = useTranslation('evidence')
  const formatLimit = useFormatByteLimit()
  if (state.kind === 'running')
    return t(`upload.${state.stage}`, { percent: Math.floor((100 * state.bytes) / file.size) })
  if (state.kind === 'rejected') return t(`upload.${state.problem}`, { most: formatLimit(maxBytes) })
  return t(`upload.${state.kind}`)
}

/** One upload, with its progress and actions. */
export const UploadRow = ({ upload, maxBytes, onCancel, onRetry, onRemove }: Props) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const formatBytes = useFormatBytes()
  const statusText = useStatusText(upload, maxBytes)
  const { file, state } = upload
  const isFinished = state.kind !== 'running'
  return (
    <Paper component="li" withBorder p="xs" aria-label={file.name}>
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <div>
            <Text size="sm" fw={550} className="digest">
              {file.name}
            </Text>
            <Text size="xs" c={state.kind === 'rejected' ? 'var(--mantine-color-error)' : 'dimmed'}>
              {formatBytes(file.size)} · {statusText}
            </Text>
          </div>
          <Group gap={6} wrap="nowrap">
            {state.kind === 'running' && (
              <Button size="xs" variant="default" onClick={onCancel}>
                {common('actions.cancel')}
              </Button>
            )}
            {(state.kind === 'failed' || state.kind === 'cancelled') && (
              <Button size="xs" variant="default" onClick={onRetry}>
                {common('actions.retry')}
              </Button>
            )}
            {isFinished && (
              <CloseButton size="sm" aria-label={t('upload.remove', { name: file.name })} onClick={onRemove} />
            )}
          </Group>
        </Group>
        {state.kind === 'running' && (
          <Progress
            value={state.stage === 'announcing' ? 100 : (100 * state.bytes) / file.size}
            aria-label={t('upload.progress', { name: file.name })}
            size="sm"
          />
        )}
        {state.kind === 'failed' && <ErrorNote error={state.error} />}
      </Stack>
    </Paper>
  )
}
