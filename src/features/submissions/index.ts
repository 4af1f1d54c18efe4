import { addSubmissionContent } from './add-submission-content.ts'
import { boundFeeds } from './calendar-feed.ts'
import { createCalendarFeed } from './create-calendar-feed.ts'
import { createSubmissionPackage } from './create-submission-package.ts'
import { createSubmissionRequirement } from './create-submission-requirement.ts'
import { boundSubmissionDecisions } from './decision.ts'
import { feedsOfPerson } from './feeds-of-person.ts'
import { getCalendarFeed } from './get-calendar-feed.ts'
import { getSubmissionCalendar } from './get-submission-calendar.ts'
import { getSubmissionTimeline } from './get-submission-timeline.ts'
import { getSubmissionsOverview } from './get-submissions-overview.ts'
import { getWorkspaceSubmissionPackage } from './get-workspace-submission-package.ts'
import { getWorkspaceSubmissionRequirement } from './get-workspace-submission-requirement.ts'
import { listCalendarFeeds } from './list-calendar-feeds.ts'
import { listSubmissionContents } from './list-submission-contents.ts'
import { listSubmissionEvents } from './list-submission-events.ts'
import { listSubmissionPackagesAsOf } from './list-submission-packages-as-of.ts'
import { listWorkspaceSubmissionPackages } from './list-workspace-submission-packages.ts'
import { packages } from './package.ts'
import { submissionProof } from './proof.ts'
import { submissionRequirements } from './provision.ts'
import { recordSubmissionEvent } from './record-submission-event.ts'
import { recordSubmissionEventByBody } from './record-submission-event-by-body.ts'
import { removeSubmissionContent } from './remove-submission-content.ts'
import { submissionRequirementFamily, submissionRequirementView } from './requirement.ts'
import { returnSubmissionPackage } from './return-submission-package.ts'
import { revokeCalendarFeed } from './revoke-calendar-feed.ts'
import { applyComputedDueDate } from './schedules/apply-computed-due-date.ts'
import { createScheduledPackages } from './schedules/create-scheduled-packages.ts'
import { listDueDateDifferences } from './schedules/list-due-date-differences.ts'
import { listHolidayPlaces } from './schedules/list-holiday-places.ts'
import { listScheduledPackages } from './schedules/list-scheduled-packages.ts'
import { listSectorRules } from './schedules/list-sector-rules.ts'
import { listSubmissionOccurrences } from './schedules/list-submission-occurrences.ts'
import { boundOccurrences } from './schedules/occurrence.ts'
import { previewSubmissionSchedule } from './schedules/preview-submission-schedule.ts'
import { recordSubmissionOccurrence } from './schedules/record-submission-occurrence.ts'
import { updateSubmissionOccurrence } from './schedules/update-submission-occurrence.ts'
import { boundContents } from './submission-content.ts'
import { boundEvents } from './submission-event.ts'
import { submissionTitles } from './titles.ts'
import { updateSubmissionPackage } from './update-submission-package.ts'
import { updateSubmissionRequirement } from './update-submission-requirement.ts'
import { packagesToSend } from './work.ts'

export const submissions = {
  families: [submissionRequirementFamily, packages],
  titleSources: submissionTitles,
  bounds: [boundContents, boundSubmissionDecisions, boundEvents, boundFeeds, boundOccurrences],
  endpoints: [
    ...submissionRequirementView.endpoints,
    getWorkspaceSubmissionRequirement,
    createSubmissionRequirement,
    updateSubmissionRequirement,
    listWorkspaceSubmissionPackages,
    listSubmissionPackagesAsOf,
    getWorkspaceSubmissionPackage,
    createSubmissionPackage,
    updateSubmissionPackage,
    returnSubmissionPackage,
    recordSubmissionEvent,
    recordSubmissionEventByBody,
    listSubmissionEvents,
    getSubmissionTimeline,
    listSubmissionContents,
    addSubmissionContent,
    removeSubmissionContent,
    getSubmissionCalendar,
    getSubmissionsOverview,
    listCalendarFeeds,
    createCalendarFeed,
    revokeCalendarFeed,
    getCalendarFeed,
    previewSubmissionSchedule,
    listScheduledPackages,
    listDueDateDifferences,
    listSubmissionOccurrences,
    recordSubmissionOccurrence,
    updateSubmissionOccurrence,
    applyComputedDueDate,
    listHolidayPlaces,
    listSectorRules,
  ],
  jobs: [createScheduledPackages],
  sections: [submissionRequirements],
  exportables: [submissionProof],
  workSources: [packagesToSend],
  revocableLinks: [feedsOfPerson],
}
