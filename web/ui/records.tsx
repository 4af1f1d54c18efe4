import { type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { registers } from '#web/api/registers.ts'
import { AnchorLink } from './links.tsx'

const trailOf = (requestId: string) => linkOptions({ to: '/trails/audit', search: { requestId } })

const registerLinks = Object.entries(registers).map(
  ([register, { prefix }]) =>
    [
      prefix,
      (recordId: string): LinkProps =>
        linkOptions({ to: '/governance/registers/$register/$recordId', params: { register, recordId } }),
    ] as const,
)

/** The link for an id, by the prefix of the id. */
const links: Readonly<Record<string, (id: string) => LinkProps>> = {
  ...Object.fromEntries(registerLinks),
  gec: id => linkOptions({ to: '/evidence/claims/$claimId', params: { claimId: id } }),
  ger: id => linkOptions({ to: '/evidence/requirements/$requirementId', params: { requirementId: id } }),
  subreq: id => linkOptions({ to: '/submissions/requirements/$requirementId', params: { requirementId: id } }),
  subpkg: id => linkOptions({ to: '/submissions/packages/$packageId', params: { packageId: id } }),
  whk: id => linkOptions({ to: '/webhooks/$webhookId', params: { webhookId: id } }),
  whe: id => linkOptions({ to: '/webhooks/$webhookId', params: { webhookId: id } }),
  sva: id => linkOptions({ to: '/access/service-accounts/$accountId', params: { accountId: id } }),
  stm: id => linkOptions({ to: '/storage/migrations/$migrationId', params: { migrationId: id } }),
  stb: id => linkOptions({ to: '/storage/bindings/$bindingId', params: { bindingId: id } }),
  gee: id => linkOptions({ to: '/trails/exports/$exportId', params: { exportId: id } }),
  gfd: id => linkOptions({ to: '/governance/findings/$findingId', params: { findingId: id } }),
  gpl: id => linkOptions({ to: '/governance/policies/$policyId', params: { policyId: id } }),
  gqn: id => linkOptions({ to: '/governance/questionnaires/$questionnaireId', params: { questionnaireId: id } }),
  gqv: id => linkOptions({ to: '/governance/questionnaire-versions/$versionId', params: { versionId: id } }),
  gqr: id => linkOptions({ to: '/governance/questionnaire-rounds/$roundId', params: { roundId: id } }),
  gpc: id => linkOptions({ to: '/governance/policy-campaigns/$campaignId', params: { campaignId: id } }),
  gct: id => linkOptions({ to: '/governance/controls/$controlId', params: { controlId: id } }),
  gfc: id => linkOptions({ to: '/governance/clauses/$clauseId', params: { clauseId: id } }),
  gfw: id => linkOptions({ to: '/governance/frameworks/$frameworkId', params: { frameworkId: id } }),
  grk: id => linkOptions({ to: '/governance/risks/$riskId', params: { riskId: id } }),
  gas: id => linkOptions({ to: '/governance/assessments/$assessmentId', params: { assessmentId: id } }),
  apr: id => linkOptions({ to: '/governance/approvals/$requestId', params: { requestId: id } }),
  idp: () => linkOptions({ to: '/access/single-sign-on' }),
  grs: () => linkOptions({ to: '/access/single-sign-on' }),
  unt: id => linkOptions({ to: '/access/units/$unitId', params: { unitId: id } }),
  prs: id => linkOptions({ to: '/access/people/$personId', params: { personId: id } }),
  req: trailOf,
  jrn: trailOf,
  whd: trailOf,
}

/** The link to a record's page, for its id. Undefined if it has no page. */
export const linkToRecord = (text: string): LinkProps | undefined => {
  const [, prefix = ''] = /^([a-z]+)_[0-9A-Za-z]+$/.exec(text) ?? []
  return Object.hasOwn(links, prefix) ? links[prefix]?.(text) : undefined
}

/** Shows an id or name as a link to its record, if that has a page. */
export const RecordLink = ({ id, children = id, fw }: { id: string; children?: ReactNode; fw?: number }) => {
  const link = linkToRecord(id)
  if (!link) return children
  return (
    <AnchorLink {...link} fz="inherit" {...(fw && { fw })}>
      {children}
    </AnchorLink>
  )
}
