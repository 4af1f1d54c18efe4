import {
  IconActivity,
  IconAlertTriangle,
  IconBell,
  IconBinaryTree,
  IconBooks,
  IconBug,
  IconChecklist,
  IconClipboardList,
  IconClockPlay,
  IconDatabase,
  IconFileCheck,
  IconFlame,
  IconGavel,
  IconHistory,
  IconHome,
  IconKey,
  IconList,
  IconListCheck,
  IconLogin2,
  IconPackage,
  IconPackageExport,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconTargetArrow,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Operation, Role } from '#web/api/session.ts'
import type { ChoiceKind } from '#web/family/choices.ts'
import type { common } from '#web/i18n/en/common.ts'

type Icon = typeof IconHome
type NavKey = keyof (typeof common)['nav']

interface NavPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: NavKey
  /** The menu shows the page to people who may call this operation. */
  readonly needs: Operation
  /** The kind of record that the page lists. */
  readonly recordKind?: ChoiceKind
  /** Further addresses of its records, if their pages are not below its own address. */
  readonly alsoAt?: readonly string[]
}

interface MenuEntry {
  readonly label: NavKey
  readonly icon: Icon
  /** The page that the entry opens, and further pages, which it shows as tabs. */
  readonly pages: readonly NavPage[]
}

interface MenuGroup {
  /** The first group has no heading. */
  readonly label?: NavKey
  readonly entries: readonly MenuEntry[]
  /** The roles that need the group; all by default. Others reach its pages by links and by search. */
  readonly roles?: readonly Role[]
  /** Whether the group is closed until the user opens it or one of its pages. */
  readonly isFolded?: boolean
}

const entry = (icon: Icon, ...pages: readonly [NavPage, ...NavPage[]]): MenuEntry => ({
  label: pages[0].label,
  icon,
  pages,
})

const audit = entry(IconActivity, { to: '/trails/audit', label: 'audit', needs: 'listAuditEvents' })
const asOf = entry(IconHistory, { to: '/trails/as-of', label: 'asOf', needs: 'listClaimsAsOf' })
const auditAndAsOf: MenuEntry = { ...audit, pages: [...audit.pages, ...asOf.pages] }
const ledger = entry(IconBinaryTree, { to: '/trails/ledger', label: 'ledger', needs: 'getLedgerOverview' })
const exports = entry(IconPackageExport, { to: '/trails/exports', label: 'exports', needs: 'listEvidenceExports' })

const webhooks = entry(
  IconWebhook,
  { to: '/webhooks', label: 'webhooks', needs: 'listWebhooks' },
  { to: '/webhooks/verify', label: 'verify', needs: 'listWebhooks' },
)

const storage: MenuEntry = {
  label: 'storage',
  icon: IconDatabase,
  pages: [
    { to: '/storage', label: 'bindings', needs: 'listStorageBindings' },
    { to: '/storage/migrations', label: 'migrations', needs: 'listStorageMigrations' },
    { to: '/storage/holds', label: 'holds', needs: 'listStorageHolds' },
    { to: '/storage/usage', label: 'usage', needs: 'getStorageUsage' },
    { to: '/storage/scrub', label: 'scrub', needs: 'getStorageScrub' },
    { to: '/access/storage-keys', label: 'storageKeys', needs: 'listStorageKeys' },
  ],
}

const jobs = entry(IconClockPlay, { to: '/trails/jobs', label: 'jobs', needs: 'listJobs' })
const securityEvents = entry(IconAlertTriangle, {
  to: '/trails/security-events',
  label: 'securityEvents',
  needs: 'listSecurityEvents',
})

/** The menu: a dozen entries for daily work, and the rest under Operate and Settings. */
export const menu: readonly MenuGroup[] = [
  {
    entries: [
      entry(IconHome, { to: '/', label: 'home', needs: 'getSession' }),
      entry(IconListCheck, {
        to: '/my-work',
        label: 'myWork',
        needs: 'listMyWork',
        alsoAt: ['/governance/approvals'],
      }),
    ],
  },
  {
    label: 'evidence',
    entries: [
      entry(IconShieldCheck, {
        to: '/evidence',
        label: 'requirements',
        needs: 'listWorkspaceEvidenceRequirements',
        recordKind: 'evidence_requirement',
      }),
      entry(IconFileCheck, {
        to: '/evidence/claims',
        label: 'claims',
        needs: 'listWorkspaceClaims',
        recordKind: 'evidence_claim',
      }),
      entry(IconChecklist, { to: '/evidence/review', label: 'review', needs: 'approveClaim' }),
    ],
  },
  {
    label: 'governance',
    entries: [
      entry(IconBooks, {
        to: '/governance/frameworks',
        label: 'frameworks',
        needs: 'listFrameworks',
        recordKind: 'framework',
        alsoAt: ['/governance/clauses'],
      }),
      entry(IconTargetArrow, {
        to: '/governance/controls',
        label: 'controls',
        needs: 'listWorkspaceControls',
        recordKind: 'control',
      }),
      entry(IconBug, {
        to: '/governance/findings',
        label: 'findings',
        needs: 'listWorkspaceFindings',
        recordKind: 'finding',
      }),
      entry(IconFlame, { to: '/governance/risks', label: 'risks', needs: 'listWorkspaceRisks', recordKind: 'risk' }),
      entry(IconClipboardList, {
        to: '/governance/assessments',
        label: 'assessments',
        needs: 'listWorkspaceAssessments',
        recordKind: 'assessment',
      }),
      {
        label: 'policiesAndQuestionnaires',
        icon: IconGavel,
        pages: [
          {
            to: '/governance/policies',
            label: 'policies',
            needs: 'listPolicies',
            recordKind: 'policy',
            alsoAt: ['/governance/policy-campaigns'],
          },
          {
            to: '/governance/questionnaires',
            label: 'questionnaires',
            needs: 'listQuestionnaires',
            recordKind: 'questionnaire',
            alsoAt: ['/governance/questionnaire-rounds', '/governance/questionnaire-versions'],
          },
        ],
      },
      entry(IconList, { to: '/governance/registers', label: 'registers', needs: 'listAssets' }),
    ],
  },
  {
    label: 'filings',
    entries: [
      entry(
        IconPackage,
        {
          to: '/submissions',
          label: 'packages',
          needs: 'listWorkspaceSubmissionPackages',
          recordKind: 'submission_package',
        },
        { to: '/submissions/calendar', label: 'calendar', needs: 'getSubmissionCalendar' },
        {
          to: '/submissions/requirements',
          label: 'filingRequirements',
          needs: 'listWorkspaceSubmissionRequirements',
          recordKind: 'submission_requirement',
        },
      ),
    ],
  },
  { label: 'records', roles: ['reviewer', 'auditor'], entries: [audit, asOf, ledger, exports] },
  {
    label: 'operate',
    roles: ['admin'],
    isFolded: true,
    entries: [webhooks, storage, jobs, auditAndAsOf, ledger, exports, securityEvents],
  },
  { label: 'operate', roles: ['auditor'], isFolded: true, entries: [webhooks, storage, jobs, securityEvents] },
  {
    label: 'settings',
    roles: ['admin', 'auditor'],
    isFolded: true,
    entries: [
      entry(
        IconSettings,
        { to: '/access/settings', label: 'workspace', needs: 'getWorkspaceSettings' },
        { to: '/access/license', label: 'license', needs: 'getLicense' },
      ),
      entry(IconUsers, { to: '/access/people', label: 'people', needs: 'listPersons', recordKind: 'person' }),
      entry(IconKey, {
        to: '/access/service-accounts',
        label: 'serviceAccounts',
        needs: 'listServiceAccounts',
        recordKind: 'service_account',
      }),
      entry(IconSitemap, { to: '/access/units', label: 'units', needs: 'listUnits', recordKind: 'unit' }),
      entry(
        IconLogin2,
        { to: '/access/single-sign-on', label: 'singleSignOn', needs: 'getIdentityProvider' },
        { to: '/access/provisioning', label: 'provisioning', needs: 'listProvisioningTokens' },
      ),
      entry(IconBell, { to: '/account/notifications', label: 'notifications', needs: 'getNotificationChoices' }),
    ],
  },
  { entries: [entry(IconPlugConnected, { to: '/connect', label: 'connect', needs: 'getSession' })] },
]

/** Every page of the menu once, with the label of its entry. */
export const menuPages: readonly (NavPage & { readonly entry: NavKey })[] = [
  ...new Map(
    menu.flatMap(({ entries }) =>
      entries.flatMap(({ label, pages }) => pages.map(page => [page.to, { ...page, entry: label }] as const)),
    ),
  ).values(),
]

const isAt = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`)

/** The menu page of an address: the one with the longest matching prefix. */
export const menuPageAt = (pathname: string): NavPage | undefined =>
  menuPages
    .filter(({ to, alsoAt = [] }) => [to, ...alsoAt].some(address => isAt(pathname, address)))
    .toSorted((a, b) => b.to.length - a.to.length)[0]

/** Forms that have their own address. */
const forms: readonly Pick<NavPage, 'to' | 'needs'>[] = [
  { to: '/evidence/claims/new', needs: 'createClaim' },
  { to: '/webhooks/new', needs: 'createWebhook' },
]

const addresses = [...menuPages, ...forms].toSorted((a, b) => b.to.length - a.to.length)

/** The operation that the page at an address needs, by the longest matching prefix. */
export const operationNeededAt = (pathname: string): Operation =>
  addresses.find(({ to }) => isAt(pathname, to))?.needs ?? 'getSession'
