import { Checkbox, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { enums } from '#web/api/enums.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { endOfMinute, fromLocal } from '#web/ui/local-moment.ts'
import { disclosable, type ExportForm, initialRequest } from './fields.ts'
import { exportLink, type Scope, useScopeInWords } from './model.ts'
import { ScopeFields } from './scope-fields.tsx'

const kinds = enums.EvidenceExportScope.kind
const ledgers = enums.EvidenceExport.ledger

/** The scope from the fields of the form. Undefined while a field is missing. */
const scopeOf = ({
  kind,
  requirementId,
  packageId,
  at: minute,
  ...period
}: (typeof initialRequest)['scope']): Scope | undefined => {
  if (kind === 'requirement') return requirementId ? { kind, requirementId } : undefined
  if (kind === 'package') return packageId ? { kind, packageId } : undefined
  const time = endOfMinute(minute)
  if (kind === 'asOf') return time ? { kind, at: time } : undefined
  const [from, to] = [fromLocal(period.from), fromLocal(period.to)]
  if (kind === 'period') return from && to ? { kind, from, to } : undefined
  return { kind }
}

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  /** Set if the page already determines the scope. */
  readonly scope?: Scope
}

/** The dialog that requests a bundle: its scope, its rows of the audit trail, and the text that it discloses. */
export const RequestExport = ({ opened, onClose, scope }: Props) => {
  const { t } = useTranslation('exports')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const scopeInWords = useScopeInWords(scope ? [scope] : [])
  const form: ExportForm = useForm({ initialValues: initialRequest })
  const requestedScope = scope ?? scopeOf(form.values.scope)
  const { ledger, attachments, disclose } = form.values
  const send = async (reason: string) => {
    if (!requestedScope) return 'stay'
    const disclosed = disclosable.filter(name => disclose.includes(name))
    const body = { scope: requestedScope, ledger, disclose: disclosed, attachments, reason }
    const { id } = await unwrap(client.POST('/api/workspace/exports', { body }))
    await refresh()
    void navigate(exportLink(id))
    return undefined
  }
  return (
    <ActionDialog
      operation="requestEvidenceExport"
      opened={opened}
      onClose={onClose}
      title={t('request')}
      text={scope ? t('requestOf', { scope: scopeInWords(scope) }) : t('requestText')}
      submit={t('request')}
      form={form}
      ready={requestedScope !== undefined}
      missing={common('form.choose')}
      onSubmit={send}
      size="lg"
    >
      {!scope && <ScopeFields form={form} kinds={kinds} />}
      <Radio.Group label={t('ledger.label')} {...form.getInputProps('ledger')}>
        <Stack gap="xs" mt={4}>
          {ledgers.map(value => (
            <Radio key={value} value={value} label={t(`ledger.${value}`)} description={t(`ledger.${value}Text`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox.Group label={t('disclose.label')} {...form.getInputProps('disclose')}>
        <Stack gap="xs" mt={4}>
          {disclosable.map(value => (
            <Checkbox key={value} value={value} label={t(`disclose.${value}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="xs" c="dimmed">
        {t('disclose.text')}
      </Text>
      <Checkbox
        label={t('attachments')}
        description={t('attachmentsText')}
        {...form.getInputProps('attachments', { type: 'checkbox' })}
      />
    </ActionDialog>
  )
}
