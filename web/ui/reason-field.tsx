import { Anchor, Button, Group, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Whether a text has 10 to 2,000 characters, counted like the server: code points after trimming. */
export const isReason = (text: string): boolean => {
  const { length } = [...text.trim()]
  return length >= 10 && length <= 2000
}

/** Whether a text can be sent as the reason. An optional reason may be empty. */
export const isReasonComplete = (text: string, isAsked: boolean): boolean =>
  isReason(text) || (!isAsked && text.trim() === '')

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Texts to start from. */
  readonly templates?: readonly string[]
  readonly autoFocus?: boolean
  readonly optional?: boolean
  /** The message about the reason, from the form or the server. */
  readonly error?: ReactNode
}

/** The field for the reason of a change, which the audit trail keeps. */
export const ReasonField = ({ value, onChange, templates = [], autoFocus, optional = false, error }: Props) => {
  const { t } = useTranslation()
  return (
    <div>
      <Textarea
        label={t(optional ? 'reason.optional' : 'reason.label')}
        description={t('reason.hint')}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error}
        autosize
        minRows={2}
        maxRows={8}
        required={!optional}
        name="reason"
        data-path="reason"
        {...(autoFocus && { 'data-autofocus': true, autoFocus: optional })}
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

/** The link that opens the field for an optional reason. */
export const AddReason = ({ onAdd }: { readonly onAdd: () => void }) => {
  const { t } = useTranslation()
  return (
    <Anchor component="button" type="button" fz="sm" onClick={onAdd}>
      {t('reason.add')}
    </Anchor>
  )
}
