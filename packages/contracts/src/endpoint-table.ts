import { archiveViewerEndpoints } from './archive-viewer.ts'
import { assignmentEndpoints } from './assignments.ts'
import { auditEndpoints } from './audit.ts'
import { authEndpoints } from './auth.ts'
import { bulkActionEndpoints } from './bulk-actions.ts'
import { bulkDownloadEndpoints } from './bulk-downloads.ts'
import { criticalResultEndpoints } from './critical-results.ts'
import { deadLetterEndpoints } from './dead-letters.ts'
import { discussionEndpoints } from './discussions.ts'
import { doctorEndpoints } from './doctors.ts'
import { documentEndpoints } from './documents.ts'
import { downloadEndpoints } from './downloads.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoints } from './exports.ts'
import { healthEndpoints } from './health.ts'
import { identityReviewEndpoints } from './identity-reviews.ts'
import { keyImageEndpoints } from './key-images.ts'
import { labEndpoints } from './labs.ts'
import { liveEndpoints } from './live.ts'
import { locationEndpoints } from './locations.ts'
import { ownProfileEndpoints } from './own-profile.ts'
import { passwordRecoveryEndpoints } from './password-recovery.ts'
import { patientEndpoints } from './patients.ts'
import { peopleImportEndpoints } from './people-import.ts'
import { priorEndpoints } from './priors.ts'
import { privacyEndpoints } from './privacy.ts'
import { readingEndpoints } from './reading.ts'
import { readingTemplateEndpoints } from './reading-templates.ts'
import { reportDocumentEndpoints } from './report-documents.ts'
import { reportTemplateEndpoints } from './report-templates.ts'
import { reportEndpoints } from './reports.ts'
import { savedListEndpoints } from './saved-lists.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './sessions.ts'
import { settingsEndpoints } from './settings.ts'
import { sharingEndpoints } from './sharing.ts'
import { signInEndpoints } from './sign-in.ts'
import { signInHistoryEndpoints } from './sign-in-history.ts'
import { studyEndpoints } from './studies.ts'
import { summaryEndpoints } from './summary.ts'
import { systemEndpoints } from './system.ts'
import { tatEndpoints } from './tat.ts'
import { textBlockEndpoints } from './text-blocks.ts'
import { userEndpoints } from './users.ts'
import { viewerEndpoints } from './viewer.ts'

/** Every call the API answers. A route that is not here fails the route-walk test. */
export const endpointTable: Record<string, Record<string, Endpoint>> = {
  audit: auditEndpoints,
  auth: authEndpoints,
  signIn: signInEndpoints,
  secondFactor: secondFactorEndpoints,
  passwordRecovery: passwordRecoveryEndpoints,
  sessions: sessionEndpoints,
  users: userEndpoints,
  signInHistory: signInHistoryEndpoints,
  ownProfile: ownProfileEndpoints,
  peopleImport: peopleImportEndpoints,
  labs: labEndpoints,
  studies: studyEndpoints,
  savedLists: savedListEndpoints,
  locations: locationEndpoints,
  assignments: assignmentEndpoints,
  bulkActions: bulkActionEndpoints,
  doctors: doctorEndpoints,
  patients: patientEndpoints,
  priors: priorEndpoints,
  privacy: privacyEndpoints,
  identityReviews: identityReviewEndpoints,
  documents: documentEndpoints,
  summary: summaryEndpoints,
  reports: reportEndpoints,
  reading: readingEndpoints,
  keyImages: keyImageEndpoints,
  readingTemplates: readingTemplateEndpoints,
  textBlocks: textBlockEndpoints,
  criticalResults: criticalResultEndpoints,
  reportDocuments: reportDocumentEndpoints,
  reportTemplates: reportTemplateEndpoints,
  discussions: discussionEndpoints,
  sharing: sharingEndpoints,
  downloads: downloadEndpoints,
  bulkDownloads: bulkDownloadEndpoints,
  exports: exportEndpoints,
  tat: tatEndpoints,
  viewer: viewerEndpoints,
  archiveViewer: archiveViewerEndpoints,
  live: liveEndpoints,
  settings: settingsEndpoints,
  system: systemEndpoints,
  deadLetters: deadLetterEndpoints,
  health: healthEndpoints,
}

export const allEndpoints: readonly Endpoint[] = Object.values(endpointTable).flatMap((group) => Object.values(group))
