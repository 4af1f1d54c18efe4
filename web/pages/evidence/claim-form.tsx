import './evidence.css'
import { Button, Fieldset, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { isReason, ReasonField } from '#web/ui/reason-field.tsx'
import { blankClaim, type ClaimFields, claimBody, type FieldName, requiredFields, snapshots } from './claim-input.ts'
import { readJsonText } from './json-text.ts'

type CreatedClaim = Schemas['EvidenceClaim']

const lineFields = {
  subject: ['subjectModuleKey', 'subjectResourceType', 'subjectResourceId', 'subjectVersionId'],
  source: ['sourceModuleKey', 'sourceResourceType', 'sourceResourceId', 'sourceVersionId'],
} as const satisfies Record<string, readonly FieldName[]>

const labels = ['module', 'type', 'resourceId', 'version'] as const

const timestampLabels = {
  validFrom: 'form.validFrom',
  validUntil: 'form.validUntil',
  observedFrom: 'form.observedFrom',
  observedUntil: 'form.observedUntil',
} as const satisfies Partial<Record<FieldName, string>>

interface Props {
  readonly evidenceRequirementId: string | undefined
  readonly onCreated: (claim: CreatedClaim, reason: string) => void
}

/** The form for a new claim. The server's errors appear at their fields. */
export const ClaimForm = ({ evidenceRequirementId = '', onCreated }: Props) => {
  const { t } = useTranslation('evidence')
  const jsonFault = (text: string): string | null => {
    const json = readJsonText(text)
    if (json.kind === 'fault') return t('form.json', { line: json.line, column: json.column })
    return json.kind === 'notObject' ? t('form.notObject') : null
  }
  const form = useForm<ClaimFields & { reason: string }>({
    initialValues: { ...blankClaim, evidenceRequirementId, reason: '' },
    validate: {
      ...Object.fromEntries(requiredFields.map(name => [name, isNotEmpty(t('form.required'))])),
      ...Object.fromEntries(snapshots.map(name => [name, jsonFault])),
    },
    validateInputOnBlur: [...snapshots],
  })
  const sending = useSending(form, async reason => {
    onCreated(await unwrap(client.POST('/api/workspace/claims', { body: claimBody(form.values, reason) })), reason)
    draft.discard()
  })
  const draft = useDraft(form, { formId: location.pathname, busy: sending.busy })

  const line = (name: FieldName, label: string, description?: string) => (
    <TextInput
      key={name}
      label={label}
      {...(description && { description })}
      withAsterisk={requiredFields.includes(name)}
      {...form.getInputProps(name)}
    />
  )
  const timestamp = (name: keyof typeof timestampLabels, description: string) => (
    <TextInput
      type="datetime-local"
      label={t(timestampLabels[name])}
      description={description}
      {...form.getInputProps(name)}
    />
  )
  const json = (name: (typeof snapshots)[number], label: string, description: string) => (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      withAsterisk={name === 'sourceSnapshot' && form.values.sourceModuleKey === 'external'}
      classNames={{ input: 'json-text' }}
      {...form.getInputProps(name)}
    />
  )

  return (
    <form ref={sending.formRef} onSubmit={sending.onSubmit} noValidate>
      <Stack maw={860}>
        <DraftNote {...draft} />
        <Fieldset legend={t('form.what')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {line('title', t('form.name'))}
            {line('claimKey', t('form.claimKey'), t('form.claimKeyHint'))}
            <ChooseOne
              label={t('form.requirement')}
              description={t('form.requirementHint')}
              placeholder={t('form.noRequirement')}
              offer={{ kind: 'evidence_requirement', status: 'active' }}
              {...form.getInputProps('evidenceRequirementId')}
            />
          </SimpleGrid>
        </Fieldset>
        {(['subject', 'source'] as const).map(part => (
          <Fieldset key={part} legend={t(`form.${part}`)}>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {lineFields[part].map((name, i) => line(name, t(`form.${labels[i] ?? 'version'}`)))}
            </SimpleGrid>
            {part === 'source' && json('sourceSnapshot', t('form.sourceSnapshot'), t('form.sourceSnapshotHint'))}
          </Fieldset>
        ))}
        {json('claimSnapshot', t('form.claimSnapshot'), t('form.claimSnapshotHint'))}
        <Fieldset legend={t('form.validity')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {timestamp('validFrom', t('form.validFromHint'))}
            {timestamp('validUntil', t('form.validUntilHint'))}
          </SimpleGrid>
        </Fieldset>
        <Fieldset legend={t('form.observed')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {timestamp('observedFrom', t('form.observedHint'))}
            {timestamp('observedUntil', t('form.observedHint'))}
          </SimpleGrid>
        </Fieldset>
        <ReasonField value={form.values.reason} {...form.getInputProps('reason')} templates={[t('form.created')]} />
        <ErrorNote error={sending.error} />
        <Group>
          <Button type="submit" loading={sending.busy} disabled={!isReason(form.values.reason)}>
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
