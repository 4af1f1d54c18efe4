import { getCalendar } from './calendar.ts'
import { createCalendarFeed, listCalendarFeeds, revokeCalendarFeed } from './calendar-feeds.ts'
import { addPackageContent, listPackageContents, removePackageContent } from './contents.ts'
import { getCalendarFeed } from './get-calendar-feed.ts'
import { listSubmissionEvents } from './list-events.ts'
import { listPackages } from './list-workspace-packages.ts'
import { getSubmissionsOverview } from './overview.ts'
import { packageFamily } from './package.ts'
import { submissionRequirements } from './provision.ts'
import { recordSubmissionEvent, recordSubmissionEventAlias } from './record-event.ts'
import { requirementFamily } from './requirement.ts'
import { getTimeline } from './timeline.ts'
import { createPackage, getPackage, returnPackage, updateSubmissionPackage } from './workspace-packages.ts'
import {
  createRequirement,
  getRequirement,
  listRequirements,
  updateSubmissionRequirement,
} from './workspace-requirements.ts'

export const submissions = {
  endpoints: [
    ...requirementFamily,
    listRequirements,
    getRequirement,
    createRequirement,
    updateSubmissionRequirement,
    ...packageFamily,
    listPackages,
    getPackage,
    createPackage,
    updateSubmissionPackage,
    returnPackage,
    recordSubmissionEvent,
    recordSubmissionEventAlias,
    listSubmissionEvents,
    getTimeline,
    listPackageContents,
    addPackageContent,
    removePackageContent,
    getCalendar,
    getSubmissionsOverview,
    listCalendarFeeds,
    createCalendarFeed,
    revokeCalendarFeed,
    getCalendarFeed,
  ],
  sections: [submissionRequirements],
}
