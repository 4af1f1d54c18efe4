import './evidence.css'
import { Button, Fieldset, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, describeError, type Schemas } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { isReason, ReasonField } from '#web/ui/reason-field.tsx'
import {
  blankClaim,
  type ClaimFields,
  claimBody,
  type FieldName,
  isField,
  requiredFields,
  snapshots,
} from './claim-input.ts'
import { readJsonText } from './json-text.ts'
import { nameOfRequirement, useRequirements } from './queries.ts'

type Faults = { readonly [name in FieldName]?: string }
type Logged = Schemas['EvidenceClaim']

const lineFields = {
  subject: ['subjectModuleKey', 'subjectResourceType', 'subjectResourceId', 'subjectVersionId'],
  source: ['sourceModuleKey', 'sourceResourceType', 'sourceResourceId', 'sourceVersionId'],
} as const satisfies Record<string, readonly FieldName[]>

const labels = ['module', 'type', 'resourceId', 'version'] as const

interface Props {
  readonly evidenceRequirementId: string | undefined
  readonly onLogged: (claim: Logged, reason: string) => void
}

/** All that a claim is made of. What the server finds wrong stands at its field. */
export const ClaimForm = ({ evidenceRequirementId = '', onLogged }: Props) => {
  const { t } = useTranslation('evidence')
  const { data: requirements = [] } = useRequirements()
  const [fields, setFields] = useState<ClaimFields>({ ...blankClaim, evidenceRequirementId })
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const set = (name: FieldName, value: string) => {
    setFields({ ...fields, [name]: value })
    setFaults({ ...faults, [name]: undefined })
  }
  const faultOfJson = (name: FieldName): string | undefined => {
    const read = readJsonText(fields[name])
    if (read.kind === 'fault') return t('form.json', { line: read.line, column: read.column })
    return read.kind === 'notObject' ? t('form.notObject') : undefined
  }
  const check = (): Faults => ({
    ...Object.fromEntries(
      requiredFields.filter(name => fields[name].trim() === '').map(name => [name, t('form.required')]),
    ),
    ...Object.fromEntries(
      snapshots.flatMap(name => {
        const fault = faultOfJson(name)
        return fault ? [[name, fault] as const] : []
      }),
    ),
  })

  const refuse = (refused: unknown) => {
    setError(refused)
    const { issues = [] } = describeError(refused)
    setFaults(
      Object.fromEntries(
        issues.flatMap(({ path: [name], message }) => (isField(name) ? [[name, message] as const] : [])),
      ),
    )
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setFaults(found)
    setError(undefined)
    if (Object.values(found).some(Boolean)) return
    setBusy(true)
    const { data, error } = await client
      .POST('/api/workspace/claims', { body: claimBody(fields, reason.trim()) })
      .catch((broken: unknown) => ({ data: undefined, error: broken }))
    setBusy(false)
    if (data) onLogged(data, reason.trim())
    else refuse(error)
  }

  const line = (name: FieldName, label: string, description?: string) => (
    <TextInput
      key={name}
      label={label}
      {...(description && { description })}
      withAsterisk={requiredFields.includes(name)}
      value={fields[name]}
      onChange={event => set(name, event.currentTarget.value)}
      error={faults[name]}
    />
  )
  const moment = (name: 'validFrom' | 'validUntil', description: string) => (
    <TextInput
      type="datetime-local"
      label={name === 'validFrom' ? t('claim.validFrom') : t('claims.validUntil')}
      description={description}
      value={fields[name]}
      onChange={event => set(name, event.currentTarget.value)}
      error={faults[name]}
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
      classNames={{ input: 'json-text' }}
      value={fields[name]}
      onChange={event => set(name, event.currentTarget.value)}
      onBlur={() => setFaults({ ...faults, [name]: faultOfJson(name) })}
      error={faults[name]}
    />
  )

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack maw={860}>
        <Fieldset legend={t('form.what')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {line('title', t('form.name'))}
            {line('claimKey', t('form.claimKey'), t('form.claimKeyHint'))}
            <Select
              label={t('form.requirement')}
              description={t('form.requirementHint')}
              placeholder={t('form.noRequirement')}
              searchable
              clearable
              limit={50}
              value={fields.evidenceRequirementId || null}
              onChange={value => set('evidenceRequirementId', value ?? '')}
              data={requirements
                .filter(({ status }) => status === 'active')
                .map(requirement => ({ value: requirement.id, label: nameOfRequirement(requirement) }))}
              error={faults.evidenceRequirementId}
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
            {moment('validFrom', t('form.validFromHint'))}
            {moment('validUntil', t('form.validUntilHint'))}
          </SimpleGrid>
        </Fieldset>
        <ReasonField value={reason} onChange={setReason} templates={[t('form.created')]} />
        <ErrorNote error={error} />
        <Group>
          <Button type="submit" loading={busy} disabled={!isReason(reason)}>
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
