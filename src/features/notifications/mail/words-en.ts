import type { Words } from './words.ts'

export const wordsEn: Words = {
  kinds: {
    assigned: ['Assigned to you', 'Assigned to you'],
    mentioned: ['Mentioned in a comment', 'Mentioned in comments'],
    commented: ['New comment', 'New comments'],
    export_ready: ['Bundle ready for download', 'Bundles ready for download'],
    export_failed: ['Bundle failed', 'Bundles failed'],
    invitation_accepted: ['Invitation accepted', 'Invitations accepted'],
    claim_answer: ['Question about your claim', 'Questions about your claims'],
    room_request: ['Question from an external auditor', 'Questions from external auditors'],
    claim_review: ['Claim to review', 'Claims to review'],
    approval: ['Request to confirm', 'Requests to confirm'],
    finding_closing: ['Finding to close', 'Findings to close'],
    assessment_completion: ['Assessment to complete', 'Assessments to complete'],
    assessment_answers: ['Assessment to answer', 'Assessments to answer'],
    evidence_renewal: ['Proof to renew', 'Proof to renew'],
    package_due: ['Package to send', 'Packages to send'],
    finding_remediation: ['Finding to remediate', 'Findings to remediate'],
    risk_review: ['Risk to review', 'Risks to review'],
    policy_acknowledgement: ['Policy to acknowledge', 'Policies to acknowledge'],
    questionnaire_answers: ['Questionnaire to answer', 'Questionnaires to answer'],
    escalated: ['Overdue work of another person', 'Overdue work of other people'],
    receiver_failing: ['Webhook receiver fails', 'Webhook receivers fail'],
    secret_overdue: ['Secret to rotate', 'Secrets to rotate'],
    job_trouble: ['Job fails or hangs', 'Jobs fail or hang'],
    storage_deviating: ['Storage deviation', 'Storage deviations'],
    checkpoints_unpublished: ['Checkpoints are not published', 'Checkpoints are not published'],
  },
  greeting: name => `Hello ${name},`,
  intro: {
    at_once: workspace => `this needs your attention in ${workspace}:`,
    digest: workspace => `this is your daily digest from ${workspace}:`,
  },
  due({ days, late, date }) {
    if (late) return days === 0 ? 'Late since today' : `Late since ${date}`
    if (days <= 0) return 'Due today'
    return days === 1 ? 'Due tomorrow' : `Due ${date}`
  },
  subject: (what, title) => `${what}: ${title}`,
  andMore: (subject, more) => `${subject}, and ${more} more`,
  counts: ({ late, soon, other }) =>
    [
      ...(late > 0 ? [`${late} late`] : []),
      ...(soon > 0 ? [`${soon} due within a week`] : []),
      ...(other > 0 ? [`${other} ${other === 1 ? 'waits' : 'wait'} for you`] : []),
    ].join(', '),
  countsSubject: (counts, workspace) => `${counts} in ${workspace}`,
  more: count => `${count} more ${count === 1 ? 'is' : 'are'} in My work.`,
  moreOverdue: (title, count) => `${title}: ${count} more overdue ${count === 1 ? 'record' : 'records'}`,
  action: 'Open My work',
  reason: workspace => `You get this mail because you work in the workspace ${workspace} in Probata.`,
  settings: 'Notification settings',
  stopKind: kind => `Stop mails of this kind (${kind})`,
  stopDigest: 'Stop the daily digest',
  test: workspace => `This is a test message from the workspace ${workspace} in Probata.`,
}
