import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filledReason, isReasonAsked, type Reasoned } from '#web/api/reasons.ts'
import { changedFields, type Form, type Gaps } from './form.ts'
import { isReasonComplete } from './reason-field.tsx'

/**
 * The reason of a form, by the rule of its operation: asked for, or filled in unless the person adds one. Without an
 * operation, the form has no reason. The form has a field `reason`.
 */
export const useReason = (form: Form, reasoned: Reasoned | undefined) => {
  const { t } = useTranslation()
  const [isAdded, setAdded] = useState(false)
  const { value = '', ...input } = form.getInputProps('reason')
  const isAsked = reasoned !== undefined && isReasonAsked(reasoned)
  const isShown = isAsked || (reasoned !== undefined && (isAdded || value !== ''))
  return {
    isAsked,
    isShown,
    isAddable: reasoned !== undefined && !isShown,
    add: () => setAdded(true),
    fieldProps: { ...input, value, optional: !isAsked },
    gaps: (): Gaps['fields'] =>
      reasoned && !isReasonComplete(value, isAsked) ? { reason: t('reason.short') } : undefined,
    /** Returns the reason to send: the person's text or, if it is empty, the reason that the app fills in. */
    complete: (text: string): string => text || (reasoned ? filledReason(reasoned, changedFields(form)) : ''),
  }
}
