import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/ui/form.ts'
import type { Binding } from './binding.ts'

const modes = ['none', 'governance', 'compliance'] as const satisfies readonly Binding['retention'][]

/** Returns a function that describes a retention mode. */
export const useRetentionMode = (): ((mode: Binding['retention']) => string) => {
  const { t } = useTranslation('locks')
  return mode => t(`modes.${mode}`)
}

/** The field for locking files with a retention, which is `retention` in the form. */
export const RetentionField = ({ form }: { form: Form }) => {
  const { t } = useTranslation('locks')
  const describe = useRetentionMode()
  const data = modes.map(value => ({ value, label: describe(value) }))
  return (
    <NativeSelect
      label={t('retention')}
      description={t('retentionHint')}
      data={data}
      {...form.getInputProps('retention')}
    />
  )
}
