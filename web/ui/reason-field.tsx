import { Button, Group, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Whether a text has 10 to 2,000 characters, counted like the server: code points after trimming. */
export const isReason = (text: string): boolean => {
  const { length } = [...text.trim()]
  return length >= 10 && length <= 2000
}

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Texts to start from. */
  readonly templates?: readonly string[]
  readonly autoFocus?: boolean
  /** The server's message about the reason. */
  readonly error?: ReactNode
}

/** The field for the reason of a change, which the audit trail keeps. */
export const ReasonField = ({ value, onChange, templates = [], autoFocus, error }: Props) => {
  const { t } = useTranslation()
  return (
    <div>
      <Textarea
        label={t('reason.label')}
        description={t('reason.hint')}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error ?? (value !== '' && !isReason(value) && t('reason.short'))}
        autosize
        minRows={2}
        maxRows={8}
        required
        name="reason"
        {...(autoFocus && { 'data-autofocus': true })}
      />
      {templates.length > 0 && (
        <Group gap={6} mt={6} role="group" aria-label={t('reason.template')}>
          {templates.map(text => (
            <Button
              key={text}
              size="compact-xs"
              variant="default"
              className="reason-text"
              onClick={() => onChange(text)}
            >
              {text}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
