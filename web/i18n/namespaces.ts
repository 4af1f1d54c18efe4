import type { access } from './en/access.ts'
import type { account } from './en/account.ts'
import type { approvals } from './en/approvals.ts'
import type { assessments } from './en/assessments.ts'
import type { campaigns } from './en/campaigns.ts'
import type { comments } from './en/comments.ts'
import type { common } from './en/common.ts'
import type { connect } from './en/connect.ts'
import type { deputies } from './en/deputies.ts'
import type { evidence } from './en/evidence.ts'
import type { exports } from './en/exports.ts'
import type { findings } from './en/findings.ts'
import type { frameworks } from './en/frameworks.ts'
import type { holds } from './en/holds.ts'
import type { home } from './en/home.ts'
import type { keys } from './en/keys.ts'
import type { license } from './en/license.ts'
import type { lists } from './en/lists.ts'
import type { locks } from './en/locks.ts'
import type { notifications } from './en/notifications.ts'
import type { policies } from './en/policies.ts'
import type { questionnaires } from './en/questionnaires.ts'
import type { registers } from './en/registers.ts'
import type { risks } from './en/risks.ts'
import type { rooms } from './en/rooms.ts'
import type { rounds } from './en/rounds.ts'
import type { schedules } from './en/schedules.ts'
import type { sentences } from './en/sentences.ts'
import type { signature } from './en/signature.ts'
import type { storage } from './en/storage.ts'
import type { submissions } from './en/submissions.ts'
import type { templates } from './en/templates.ts'
import type { trails } from './en/trails.ts'
import type { usage } from './en/usage.ts'
import type { webhooks } from './en/webhooks.ts'
import type { work } from './en/work.ts'

/** The texts of each group of pages. `<language>/<namespace>.ts` exports them under the namespace's name. */
export interface Namespaces {
  readonly common: typeof common
  readonly comments: typeof comments
  readonly deputies: typeof deputies
  readonly sentences: typeof sentences
  readonly home: typeof home
  readonly work: typeof work
  readonly lists: typeof lists
  readonly evidence: typeof evidence
  readonly rounds: typeof rounds
  readonly templates: typeof templates
  readonly frameworks: typeof frameworks
  readonly findings: typeof findings
  readonly policies: typeof policies
  readonly questionnaires: typeof questionnaires
  readonly campaigns: typeof campaigns
  readonly risks: typeof risks
  readonly approvals: typeof approvals
  readonly assessments: typeof assessments
  readonly rooms: typeof rooms
  readonly registers: typeof registers
  readonly submissions: typeof submissions
  readonly schedules: typeof schedules
  readonly webhooks: typeof webhooks
  readonly signature: typeof signature
  readonly access: typeof access
  readonly keys: typeof keys
  readonly storage: typeof storage
  readonly exports: typeof exports
  readonly holds: typeof holds
  readonly usage: typeof usage
  readonly locks: typeof locks
  readonly notifications: typeof notifications
  readonly trails: typeof trails
  readonly account: typeof account
  readonly license: typeof license
  readonly connect: typeof connect
}
