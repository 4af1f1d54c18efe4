import { Button, Group, Kbd, Paper, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isReason } from '#web/ui/reason-field.tsx'
import { type Decision, useReasons } from './reasons.ts'

interface Props {
  readonly decision: Decision
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly onConfirm: () => void
  readonly onBack: () => void
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** The form for the reason of a decision: a numbered template, or the person's own text. */
export const ReviewDecision = ({ decision, reason, onReason, onConfirm, onBack, field }: Props) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const reasons = useReasons()[decision]
  const panel = useRef<HTMLDivElement>(null)
  const [isPressed, setPressed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes the focus whenever a decision starts
  useEffect(() => panel.current?.focus(), [decision])

  const confirm = () => {
    setPressed(true)
    if (isReason(reason)) onConfirm()
    else field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onBack()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      confirm()
    }
  }

  return (
    <Paper ref={panel} withBorder p="sm" tabIndex={-1} role="group" aria-label={t(`reviewQueue.deciding.${decision}`)}>
      <Stack gap={8}>
        <Text size="sm" fw={600}>
          {t(`reviewQueue.deciding.${decision}`)}
        </Text>
        {reasons.map((text, i) => (
          <Button
            key={text}
            size="compact-sm"
            variant={text === reason ? 'light' : 'subtle'}
            justify="flex-start"
            leftSection={<Kbd size="xs">{i + 1}</Kbd>}
            onClick={() => onReason(text)}
            className="reason-text"
          >
            {text}
          </Button>
        ))}
        <Textarea
          ref={field}
          label={common('reason.label')}
          description={t('reviewQueue.hint')}
          autosize
          minRows={2}
          value={reason}
          onChange={event => onReason(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          error={isPressed && !isReason(reason) && common('reason.short')}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onBack}>
            {common('actions.cancel')}
          </Button>
          <Button size="xs" onClick={confirm} {...(decision === 'reject' && { color: 'red' })}>
            {t(`review.${decision}`)}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
