import type { SecurityEvent } from '#shared/security-event.ts'
import type { SecurityEventType, Severity } from '#shared/security-event-catalogue.ts'

/** The OCSF version. Its class numbers and required attributes come from the schema's repository. */
const version = '1.3.0'

const severityIds = { info: 1, low: 2, medium: 3, high: 4, critical: 5 } as const satisfies Record<Severity, number>

const severityNames = {
  info: 'Informational',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
} as const satisfies Record<Severity, string>

type ClassAttributes = (event: SecurityEvent) => Readonly<Record<string, unknown>>

const product = { name: 'Probata', vendor_name: 'Probata' }

/** Findings (category 2), Detection Finding (class 4): Create. */
const detectionFinding: ClassAttributes = ({ id, type, reason, createdAt }) => ({
  category_uid: 2,
  category_name: 'Findings',
  class_uid: 2004,
  class_name: 'Detection Finding',
  activity_id: 1,
  activity_name: 'Create',
  type_uid: 200401,
  status_id: 1,
  status: 'New',
  finding_info: { uid: id, title: type, desc: reason, created_time: Date.parse(createdAt) },
})

/** Identity & Access Management (category 3), Authentication (class 2): a failed Logon. */
const authentication: ClassAttributes = ({ type, context: { personId, resourceId } }) => ({
  category_uid: 3,
  category_name: 'Identity & Access Management',
  class_uid: 3002,
  class_name: 'Authentication',
  activity_id: 1,
  activity_name: 'Logon',
  type_uid: 300201,
  status_id: 2,
  status: 'Failure',
  status_code: type,
  status_detail: 'ACCOUNT_LOCKED_OUT',
  is_remote: true,
  user: { uid: personId ?? resourceId ?? 'unknown', type_id: 1, type: 'User' },
  service: { name: 'Probata' },
})

const classes: Readonly<Partial<Record<SecurityEventType, ClassAttributes>>> = { signInLocked: authentication }

/** An event, marked if its workspace is a sample. */
export type MarkedEvent = SecurityEvent & { readonly sample?: true | undefined }

/** Renders an event in the Open Cybersecurity Schema Framework, with its whole context under `unmapped`. */
export const toOcsf = (event: MarkedEvent): Readonly<Record<string, unknown>> => {
  const { id, type, severity, organizationId, reason, context, createdAt, sample } = event
  return {
    ...(classes[type] ?? detectionFinding)(event),
    time: Date.parse(createdAt),
    severity_id: severityIds[severity],
    severity: severityNames[severity],
    message: reason,
    metadata: {
      version,
      product,
      uid: id,
      event_code: type,
      tenant_uid: organizationId,
      log_name: 'security events',
      ...(context.requestId !== undefined && { correlation_uid: context.requestId }),
    },
    unmapped: { ...context, ...(sample && { sample }) },
  }
}
