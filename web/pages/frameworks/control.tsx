import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useCan } from '#web/api/session.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { useSecondPerson, WaitingApproval } from '#web/family/second-person.tsx'
import { nameOfRequirement } from '#web/pages/evidence/queries.ts'
import { RequirementDialog } from '#web/pages/evidence/requirement-dialog.tsx'
import { Act } from '#web/ui/act.tsx'
import type { Choice } from '#web/ui/choice.ts'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { AnsweredClauses } from './answered-clauses.tsx'
import { WriteControl } from './control-dialog.tsx'
import { LinkedRecords } from './linked-records.tsx'
import type { Control, ControlDetail, Proof } from './model.ts'
import { ProofTable } from './proof-table.tsx'
import { RemoveLink } from './remove-link.tsx'

const route = getRouteApi('/app/governance/controls/$controlId')

const Buttons = ({ control }: { control: Control }) => {
  const { t } = useTranslation('frameworks')
  const { t: approvals } = useTranslation('approvals')
  const secondPerson = useSecondPerson()
  const needsSecond = (status: Control['status']) => secondPerson.isNeeded && status === 'retired'
  return (
    <>
      <WriteControl control={control} />
      <NextStatuses
        operation="updateControl"
        record={control}
        statuses={control.nextStatuses}
        texts={status => ({
          button: t(`to.${status}`),
          title: t(`controls.toTitle.${status}`),
          text: needsSecond(status) ? approvals('requestText') : t(`controls.toText.${status}`),
        })}
        approval={status => (needsSecond(status) ? { kind: 'control_retirement', resourceId: control.id } : undefined)}
      />
    </>
  )
}

const offer = { kind: 'evidence_requirement', hidden: ['retired'] } as const

/** A button with a dialog that adds a requirement whose proof shows that the control works. */
const AddRequirement = ({ control }: { control: ControlDetail }) => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const createDialog = useOpening()
  const [newChoices, setNewChoices] = useState<readonly Choice[]>([])
  const form = useForm({ initialValues: { requirementId: '', reason: '' } })
  return (
    <>
      <Act
        operation="addControlRequirement"
        record={control}
        body={{ evidenceRequirementId: form.values.requirementId }}
        label={t('controls.add')}
        title={t('controls.addTitle')}
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        dialog={{ form, ready: form.values.requirementId !== '' }}
      >
        <ChooseOne
          data-autofocus
          required
          label={t('proof.requirement')}
          offer={offer}
          exclude={control.requirements.map(({ requirementId }) => requirementId)}
          labels={newChoices}
          {...form.getInputProps('requirementId')}
        />
        {can('createEvidenceRequirement') && (
          <Group>
            <Button size="xs" variant="default" aria-haspopup="dialog" onClick={createDialog.open}>
              {t('controls.newRequirement')}
            </Button>
          </Group>
        )}
      </Act>
      <RequirementDialog
        key={`new ${createDialog.openCount}`}
        opened={createDialog.opened}
        onClose={createDialog.close}
        onSaved={requirement => {
          setNewChoices([{ value: requirement.id, label: nameOfRequirement(requirement) }])
          form.setFieldValue('requirementId', requirement.id)
        }}
      />
    </>
  )
}

/** Shows whether the control is proven and until when, and its owner. */
const ControlState = ({ control: { coverage, ownerName } }: { control: ControlDetail }) => {
  const { t } = useTranslation('frameworks')
  return (
    <Group gap="xs" mt={4}>
      <StatusBadge status={coverage.state} />
      {coverage.provenUntil && (
        <span>
          {t('controls.until')} <Time at={coverage.provenUntil} as="date" />
        </span>
      )}
      {ownerName !== null && <span>· {t('controls.ownedBy', { name: ownerName })}</span>}
    </Group>
  )
}

/** The page of a control, with the proof that it works and the clauses that it answers. */
export const ControlPage = () => {
  const { t } = useTranslation('frameworks')
  const { t: common } = useTranslation()
  const can = useCan()
  const { controlId } = route.useParams()
  const params = { path: { controlId } }
  const secondPerson = useSecondPerson()
  const needsSecond = (control: ControlDetail, { status }: Proof) =>
    secondPerson.isNeeded && status === 'active' && control.status === 'active'
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/controls/{controlId}', { params })}
      list={linkOptions({ to: '/governance/controls' })}
      listTitle={t('controls.title')}
      responsible={control => control.ownerId}
      comments
      description={control => <ControlState control={control} />}
      buttons={control => can('updateControl') && <Buttons control={control} />}
    >
      {control => (
        <Stack>
          <WaitingApproval resourceId={control.id} />
          <Section
            title={t('controls.proofs')}
            actions={can('addControlRequirement') && <AddRequirement control={control} />}
          >
            <ProofTable
              label={t('controls.proofs')}
              proofs={control.requirements}
              empty={[t('controls.noProofs'), t('controls.noProofsText')]}
              {...(can('removeControlRequirement') && {
                lastColumn: {
                  key: 'remove',
                  header: common('actions.actions'),
                  align: 'right',
                  render: proof => (
                    <RemoveLink
                      operation="removeControlRequirement"
                      record={control}
                      path={{ controlId, requirementId: proof.requirementId }}
                      title={t('controls.removeTitle')}
                      linkedTitle={proof.title}
                      {...(needsSecond(control, proof) && {
                        approval: {
                          kind: 'control_requirement_removal',
                          resourceId: controlId,
                          linkedId: proof.requirementId,
                        },
                      })}
                    />
                  ),
                },
              })}
            />
          </Section>
          <Section title={t('controls.clauses')}>
            <AnsweredClauses clauses={control.clauses} />
          </Section>
          <LinkedRecords controlId={control.id} />
          <Section title={t('controls.facts')}>
            <RecordFacts
              fields={fields.Control}
              labels={{ controlKey: t('key'), description: t('description') }}
              record={control}
              extraRows={[[t('owner'), control.ownerName ?? t('noOwner')]]}
            />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
