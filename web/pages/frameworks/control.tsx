import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { useSecondPerson, WaitingApproval } from '#web/family/second-person.tsx'
import { nameOfRequirement } from '#web/pages/evidence/queries.ts'
import { RequirementDialog } from '#web/pages/evidence/requirement-dialog.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Choice } from '#web/ui/choice.ts'
import { Section } from '#web/ui/section.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { AnsweredClauses } from './answered-clauses.tsx'
import { ControlDialog } from './control-dialog.tsx'
import { LinkedRecords } from './linked-records.tsx'
import type { Control, ControlDetail, Proof } from './model.ts'
import { ProofTable } from './proof-table.tsx'
import { RemoveLink } from './remove-link.tsx'

const route = getRouteApi('/app/governance/controls/$controlId')

const Buttons = ({ control }: { control: Control }) => {
  const { t } = useTranslation('frameworks')
  const { t: approvals } = useTranslation('approvals')
  const secondPerson = useSecondPerson()
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  const needsSecond = (status: Control['status']) => secondPerson.isNeeded && status === 'retired'
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('edit')}
      </Button>
      <NextStatuses
        operation={status => (needsSecond(status) ? 'requestApproval' : 'updateControl')}
        record={control}
        statuses={control.nextStatuses}
        texts={status => ({
          button: t(`to.${status}`),
          title: t(`controls.toTitle.${status}`),
          text: needsSecond(status) ? approvals('requestText') : t(`controls.toText.${status}`),
        })}
        change={async (status, reason, header) => {
          const params = { path: { controlId: control.id }, header }
          if (needsSecond(status))
            await secondPerson.request({ kind: 'control_retirement', resourceId: control.id, reason })
          else await unwrap(client.PATCH('/api/workspace/controls/{controlId}', { params, body: { status, reason } }))
          await refresh()
        }}
      />
      <ControlDialog key={openCount} control={control} opened={opened} onClose={close} />
    </>
  )
}

const offer = { kind: 'evidence_requirement', hidden: ['retired'] } as const

/** A button with a dialog that adds a requirement whose proof shows that the control works. */
const AddRequirement = ({ control }: { control: ControlDetail }) => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  const createDialog = useOpening()
  const [newChoices, setNewChoices] = useState<readonly Choice[]>([])
  const form = useForm({ initialValues: { requirementId: '', reason: '' } })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          form.reset()
          open()
        }}
      >
        {t('controls.add')}
      </Button>
      <ActionDialog
        operation="addControlRequirement"
        key={openCount}
        opened={opened}
        onClose={close}
        title={t('controls.addTitle')}
        submit={t('controls.add')}
        form={form}
        record={control}
        ready={form.values.requirementId !== ''}
        onSubmit={async (reason, header) => {
          const params = { path: { controlId: control.id }, header }
          const body = { evidenceRequirementId: form.values.requirementId, reason }
          await unwrap(client.POST('/api/workspace/controls/{controlId}/requirements', { params, body }))
          await refresh()
        }}
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
      </ActionDialog>
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

/** The page of a control, with the proof that it works and the clauses that it answers. */
export const ControlPage = () => {
  const { t } = useTranslation('frameworks')
  const can = useCan()
  const { controlId } = route.useParams()
  const params = { path: { controlId } }
  const { t: approvals } = useTranslation('approvals')
  const secondPerson = useSecondPerson()
  const needsSecond = (control: ControlDetail, { status }: Proof) =>
    secondPerson.isNeeded && status === 'active' && control.status === 'active'
  const remove = (control: ControlDetail, proof: Proof) => (reason: string, header: IfMatch) => {
    const { requirementId } = proof
    const kind = 'control_requirement_removal'
    if (needsSecond(control, proof))
      return secondPerson.request({ kind, resourceId: controlId, linkedId: requirementId, reason })
    return unwrap(
      client.DELETE('/api/workspace/controls/{controlId}/requirements/{requirementId}', {
        params: { path: { controlId, requirementId }, header },
        body: { reason },
      }),
    )
  }
  return (
    <RecordDetail
      query={api.useQuery('get', '/api/workspace/controls/{controlId}', { params })}
      list={linkOptions({ to: '/governance/controls' })}
      listTitle={t('controls.title')}
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
                  header: t('remove'),
                  render: proof => (
                    <RemoveLink
                      operation={needsSecond(control, proof) ? 'requestApproval' : 'removeControlRequirement'}
                      record={control}
                      title={t('controls.removeTitle')}
                      id={proof.requirementId}
                      name={proof.title}
                      text={needsSecond(control, proof) ? approvals('requestText') : undefined}
                      remove={remove(control, proof)}
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
              extraRows={[
                [t('coverage'), <StatusBadge key="coverage" status={control.coverage.state} />],
                [t('owner'), control.ownerName ?? t('noOwner')],
              ]}
            />
          </Section>
        </Stack>
      )}
    </RecordDetail>
  )
}
