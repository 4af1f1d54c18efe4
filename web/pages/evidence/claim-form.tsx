import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, client, errorId, type Schemas, unwrap } from '#web/api/client.ts'
import { filledReason } from '#web/api/reasons.ts'
import { useSession } from '#web/api/session.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { FormFooter, SubmitButton } from '#web/ui/form-footer.tsx'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import { ButtonLink } from '#web/ui/links.tsx'
import { toLocal } from '#web/ui/local-moment.ts'
import { AddReason, ReasonField } from '#web/ui/reason-field.tsx'
import { snapshotOf } from '#web/ui/snapshot-field.tsx'
import { useReason } from '#web/ui/use-reason.ts'
import { ClaimDetails } from './claim-details.tsx'
import { blankClaim, type ClaimFields, claimBody, deriveClaim } from './claim-input.ts'
import { ClaimValidity } from './claim-validity.tsx'
import { FileDrop } from './file-drop.tsx'
import type { Uploads } from './use-uploads.ts'

type CreatedClaim = Schemas['EvidenceClaim']

const requirementPath = '/api/workspace/evidence-requirements/{requirementId}'

/** The maximum number of derived keys to try: while a key is taken, the next one ends in a number. */
const maxKeys = 9

interface Props {
  readonly evidenceRequirementId: string | undefined
  readonly files: Uploads
  readonly maxBytes: number
  /** Called with the reason for attaching the files. */
  readonly onCreated: (claim: CreatedClaim, reason: string) => Promise<unknown>
}

/** The form for a new claim: a requirement, files and a sentence. The rest follows from them and can be changed. */
export const ClaimForm = ({ evidenceRequirementId = '', files, maxBytes, onCreated }: Props) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const { person, organization } = useSession()
  const queries = useQueryClient()
  const form = useForm<ClaimFields>({ initialValues: { ...blankClaim, evidenceRequirementId } })
  const reason = useReason(form, { operation: 'createClaim' })

  const requirementId = form.values.evidenceRequirementId
  const params = { path: { requirementId } }
  const requirement = api.useQuery('get', requirementPath, { params }, { enabled: requirementId !== '' })
  const deriveFrom = (selected: Schemas['WorkspaceEvidenceRequirement'] | undefined) =>
    deriveClaim({
      title: form.values.title,
      requirement: selected,
      hasFiles: files.uploads.length > 0,
      personId: person.id,
      organization: organization.slug,
      today: toLocal(new Date()).slice(0, 10),
    })

  const create = async (text: string): Promise<CreatedClaim> => {
    const options = api.queryOptions('get', requirementPath, { params })
    const derived = deriveFrom(requirementId === '' ? undefined : await queries.ensureQueryData(options))
    const body = claimBody(form.values, derived, text)
    for (let number = 1; ; number += 1) {
      const claimKey = number === 1 ? body.claimKey : `${body.claimKey}-${number}`
      try {
        return await unwrap(client.POST('/api/workspace/claims', { body: { ...body, claimKey } }))
      } catch (error) {
        const isOwnKey = form.values.edited.includes('claimKey')
        if (errorId(error) !== 'conflict' || isOwnKey || number === maxKeys) throw error
      }
    }
  }
  const invalidSnapshots = (['sourceSnapshot', 'claimSnapshot'] as const).filter(name => !snapshotOf(form.values[name]))
  const sending = useSending(
    form,
    async typedReason => {
      const claim = await create(reason.complete(typedReason))
      await onCreated(claim, typedReason || filledReason({ operation: 'createUploadIntent' }, []))
      draft.discard()
    },
    () => ({
      fields: {
        ...reason.gaps(),
        ...Object.fromEntries(invalidSnapshots.map(name => [name, common('snapshot.incomplete')])),
      },
    }),
  )
  const draft = useDraft(form, { formId: location.pathname, busy: sending.busy })
  useLeaveGuard(!files.isDone, t('upload.leave'), sending.busy)
  const selected = requirementId === '' ? undefined : requirement.data

  return (
    <form ref={sending.formRef} onSubmit={sending.onSubmit} noValidate>
      <Stack maw={720}>
        <DraftNote {...draft} />
        <ChooseOne
          label={t('form.requirement')}
          placeholder={t('form.noRequirement')}
          offer={{ kind: 'evidence_requirement', status: 'active' }}
          {...form.getInputProps('evidenceRequirementId')}
        />
        <FileDrop
          files={files}
          maxBytes={maxBytes}
          onDrop={dropped => void files.add(dropped)}
          onRetry={upload => void files.retry(upload)}
        />
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          required
          maxLength={500}
          {...form.getInputProps('title')}
        />
        <ClaimValidity form={form} requirement={selected} />
        <ClaimDetails form={form} derived={deriveFrom(selected)} />
        {reason.isShown && <ReasonField {...reason.fieldProps} autoFocus />}
        <FormFooter
          start={reason.isAddable && <AddReason onAdd={reason.add} />}
          error={<ErrorNote error={sending.error} />}
        >
          <ButtonLink to="/evidence/claims" variant="default">
            {common('actions.cancel')}
          </ButtonLink>
          <SubmitButton loading={sending.busy}>{t('form.submit')}</SubmitButton>
        </FormFooter>
      </Stack>
    </form>
  )
}
