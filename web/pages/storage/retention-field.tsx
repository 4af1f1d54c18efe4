import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/ui/form.ts'
import type { Binding } from './binding.ts'

const modes = ['none', 'governance', 'compliance'] as const satisfies readonly Binding['retention'][]

/** The meaning of a mode, in words. */
export const useRetentionMode = (): ((mode: Binding['retention']) => string) => {
  const { t } = useTranslation('locks')
  return mode => t(`modes.${mode}`)
}

/** Whether files with a retention are locked; the form has it as `retention`. */
export const RetentionField = ({ form }: { form: Form }) => {
  const { t } = useTranslation('locks')
  const said = useRetentionMode()
  const data = modes.map(value => ({ value, label: said(value) }))
  return (
    <NativeSelect
      label={t('retention')}
      description={t('retentionHint')}
      data={data}
      {...form.getInputProps('retention')}
    />
  )
}
