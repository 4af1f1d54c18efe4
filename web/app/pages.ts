import {
  IconActivity,
  IconAlertTriangle,
  IconArrowsRight,
  IconBinaryTree,
  IconBooks,
  IconBug,
  IconCalendar,
  IconCertificate,
  IconChecklist,
  IconClipboardCheck,
  IconClipboardList,
  IconClockPlay,
  IconDatabase,
  IconFileCheck,
  IconFileSearch,
  IconFlame,
  IconForms,
  IconGauge,
  IconGavel,
  IconHistory,
  IconHome,
  IconKey,
  IconList,
  IconListCheck,
  IconLock,
  IconPackage,
  IconPackageExport,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconSignature,
  IconSitemap,
  IconTargetArrow,
  IconUsers,
  IconUsersPlus,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Operation } from '#web/api/session.ts'
import type { ChoiceKind } from '#web/family/choices.ts'
import type { common } from '#web/i18n/en/common.ts'

type NavKey = keyof (typeof common)['nav']

interface NavPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: NavKey
  readonly icon: typeof IconHome
  /** The menu shows the page to people who may call this operation. */
  readonly needs: Operation
  /** The kind of record that the page lists. */
  readonly recordKind?: ChoiceKind
}

/** The sections and pages of the menu, each page with the operation that it needs. */
export const navigation: readonly { readonly label: NavKey; readonly pages: readonly NavPage[] }[] = [
  {
    label: 'home',
    pages: [
      { to: '/my-work', label: 'myWork', icon: IconListCheck, needs: 'listMyWork' },
      { to: '/', label: 'home', icon: IconHome, needs: 'getSession' },
    ],
  },
  {
    label: 'evidence',
    pages: [
      {
        to: '/evidence',
        label: 'board',
        icon: IconShieldCheck,
        needs: 'listWorkspaceEvidenceRequirements',
        recordKind: 'evidence_requirement',
      },
      {
        to: '/evidence/claims',
        label: 'claims',
        icon: IconFileCheck,
        needs: 'listWorkspaceClaims',
        recordKind: 'evidence_claim',
      },
      { to: '/evidence/review', label: 'review', icon: IconChecklist, needs: 'approveClaim' },
    ],
  },
  {
    label: 'governance',
    pages: [
      {
        to: '/governance/frameworks',
        label: 'frameworks',
        icon: IconBooks,
        needs: 'listFrameworks',
        recordKind: 'framework',
      },
      {
        to: '/governance/controls',
        label: 'controls',
        icon: IconTargetArrow,
        needs: 'listWorkspaceControls',
        recordKind: 'control',
      },
      {
        to: '/governance/findings',
        label: 'findings',
        icon: IconBug,
        needs: 'listWorkspaceFindings',
        recordKind: 'finding',
      },
      { to: '/governance/policies', label: 'policies', icon: IconGavel, needs: 'listPolicies', recordKind: 'policy' },
      {
        to: '/governance/questionnaires',
        label: 'questionnaires',
        icon: IconForms,
        needs: 'listQuestionnaires',
        recordKind: 'questionnaire',
      },
      { to: '/governance/risks', label: 'risks', icon: IconFlame, needs: 'listWorkspaceRisks', recordKind: 'risk' },
      {
        to: '/governance/assessments',
        label: 'assessments',
        icon: IconClipboardList,
        needs: 'listWorkspaceAssessments',
        recordKind: 'assessment',
      },
      { to: '/governance/registers', label: 'registers', icon: IconList, needs: 'listAssets' },
    ],
  },
  {
    label: 'submissions',
    pages: [
      {
        to: '/submissions',
        label: 'packages',
        icon: IconPackage,
        needs: 'listWorkspaceSubmissionPackages',
        recordKind: 'submission_package',
      },
      { to: '/submissions/calendar', label: 'calendar', icon: IconCalendar, needs: 'getSubmissionCalendar' },
      {
        to: '/submissions/requirements',
        label: 'requirements',
        icon: IconClipboardCheck,
        needs: 'listWorkspaceSubmissionRequirements',
        recordKind: 'submission_requirement',
      },
    ],
  },
  {
    label: 'webhooks',
    pages: [
      { to: '/webhooks', label: 'endpoints', icon: IconWebhook, needs: 'listWebhooks' },
      { to: '/webhooks/verify', label: 'verify', icon: IconSignature, needs: 'listWebhooks' },
    ],
  },
  {
    label: 'access',
    pages: [
      {
        to: '/access/service-accounts',
        label: 'serviceAccounts',
        icon: IconKey,
        needs: 'listServiceAccounts',
        recordKind: 'service_account',
      },
      { to: '/access/people', label: 'people', icon: IconUsers, needs: 'listPersons', recordKind: 'person' },
      { to: '/access/units', label: 'units', icon: IconSitemap, needs: 'listUnits', recordKind: 'unit' },
      { to: '/access/single-sign-on', label: 'singleSignOn', icon: IconShieldCheck, needs: 'getIdentityProvider' },
      { to: '/access/provisioning', label: 'provisioning', icon: IconUsersPlus, needs: 'listProvisioningTokens' },
      { to: '/access/storage-keys', label: 'storageKeys', icon: IconLock, needs: 'listStorageKeys' },
      { to: '/access/settings', label: 'settings', icon: IconSettings, needs: 'getWorkspaceSettings' },
      { to: '/access/license', label: 'license', icon: IconCertificate, needs: 'getLicense' },
    ],
  },
  {
    label: 'storage',
    pages: [
      { to: '/storage', label: 'bindings', icon: IconDatabase, needs: 'listStorageBindings' },
      { to: '/storage/migrations', label: 'migrations', icon: IconArrowsRight, needs: 'listStorageMigrations' },
      { to: '/storage/holds', label: 'holds', icon: IconShieldLock, needs: 'listStorageHolds' },
      { to: '/storage/usage', label: 'usage', icon: IconGauge, needs: 'getStorageUsage' },
      { to: '/storage/scrub', label: 'scrub', icon: IconFileSearch, needs: 'getStorageScrub' },
    ],
  },
  {
    label: 'trails',
    pages: [
      { to: '/trails/audit', label: 'audit', icon: IconActivity, needs: 'listAuditEvents' },
      { to: '/trails/as-of', label: 'asOf', icon: IconHistory, needs: 'listClaimsAsOf' },
      { to: '/trails/exports', label: 'exports', icon: IconPackageExport, needs: 'listEvidenceExports' },
      { to: '/trails/ledger', label: 'ledger', icon: IconBinaryTree, needs: 'getLedgerOverview' },
      { to: '/trails/security-events', label: 'securityEvents', icon: IconAlertTriangle, needs: 'listSecurityEvents' },
      { to: '/trails/jobs', label: 'jobs', icon: IconClockPlay, needs: 'listJobs' },
    ],
  },
  {
    label: 'developers',
    pages: [{ to: '/connect', label: 'connect', icon: IconPlugConnected, needs: 'getSession' }],
  },
]

/** Forms that have their own address. */
const forms: readonly Pick<NavPage, 'to' | 'needs'>[] = [
  { to: '/evidence/claims/new', needs: 'createClaim' },
  { to: '/webhooks/new', needs: 'createWebhook' },
]

const addresses = [...navigation.flatMap(({ pages }) => pages), ...forms].toSorted((a, b) => b.to.length - a.to.length)

/** The operation that the page at an address needs, by the longest matching prefix. */
export const operationNeededAt = (pathname: string): Operation =>
  addresses.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.needs ?? 'getSession'
