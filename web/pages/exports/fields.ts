import type { UseFormReturnType } from '@mantine/form'
import type { EvidenceExport, Scope } from './model.ts'

export type Kind = Scope['kind']

export const disclosable = ['reason', 'detail'] as const satisfies EvidenceExport['disclose']

export const initialRequest = {
  scope: { kind: 'requirement' as Kind, requirementId: '', packageId: '', from: '', to: '', at: '' },
  ledger: 'proofs' as EvidenceExport['ledger'],
  disclose: [...disclosable] as string[],
  attachments: true,
  reason: '',
}

export type ExportForm = UseFormReturnType<typeof initialRequest>
