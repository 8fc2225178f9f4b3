import { authEndpoints } from './access/auth.ts'
import { passwordRecoveryEndpoints } from './access/password-recovery.ts'
import { secondFactorEndpoints } from './access/second-factor.ts'
import { sessionEndpoints } from './access/sessions.ts'
import { signInEndpoints } from './access/sign-in.ts'
import { signInHistoryEndpoints } from './access/sign-in-history.ts'
import type { Endpoint } from './core/endpoint.ts'
import { fhirClientEndpoints } from './fhir/fhir-clients.ts'
import { fhirEndpoints, fhirResourceEndpoints } from './fhir/fhir-resources.ts'
import { archiveViewerEndpoints } from './images/archive-viewer.ts'
import { downloadEndpoints } from './images/downloads.ts'
import { priorEndpoints } from './images/priors.ts'
import { viewerEndpoints } from './images/viewer.ts'
import { viewerBindingEndpoints } from './images/viewer-bindings.ts'
import { auditEndpoints } from './operations/audit.ts'
import { deadLetterEndpoints } from './operations/dead-letters.ts'
import { firstStepEndpoints } from './operations/first-steps.ts'
import { healthEndpoints } from './operations/health.ts'
import { settingsEndpoints } from './operations/settings.ts'
import { systemEndpoints } from './operations/system.ts'
import { hl7Endpoints } from './orders/hl7-endpoints.ts'
import { modalityWorklistEndpoints } from './orders/modality-worklists.ts'
import { orderEndpoints } from './orders/order-endpoints.ts'
import { scannerEndpoints } from './orders/scanners.ts'
import { documentEndpoints } from './patients/documents.ts'
import { identityReviewEndpoints } from './patients/identity-reviews.ts'
import { imageMoveEndpoints } from './patients/image-moves.ts'
import { patientMergeEndpoints } from './patients/patient-merges.ts'
import { patientEndpoints } from './patients/patients.ts'
import { waitingChangeEndpoints } from './patients/sent-changes.ts'
import { studyPeopleEndpoints } from './patients/study-people.ts'
import { summaryEndpoints } from './patients/summary.ts'
import { doctorGroupEndpoints } from './people/doctor-groups.ts'
import { doctorEndpoints } from './people/doctors.ts'
import { eligibilitySheetEndpoints } from './people/eligibility-sheet.ts'
import { labEndpoints } from './people/labs.ts'
import { locationEndpoints } from './people/locations.ts'
import { ownProfileEndpoints } from './people/own-profile.ts'
import { peopleImportEndpoints } from './people/people-import.ts'
import { presenceEndpoints } from './people/presence.ts'
import { shiftFeedEndpoints } from './people/shift-feeds.ts'
import { userEndpoints } from './people/users.ts'
import { privacyEndpoints } from './privacy/privacy.ts'
import { annotationEndpoints } from './reading/annotations.ts'
import { keyImageEndpoints } from './reading/key-images.ts'
import { readingEndpoints } from './reading/reading.ts'
import { readingTemplateEndpoints } from './reading/reading-templates.ts'
import { textBlockEndpoints } from './reading/text-blocks.ts'
import { criticalResultEndpoints } from './reports/critical-results.ts'
import { reportDocumentEndpoints } from './reports/report-documents.ts'
import { reportTemplateEndpoints } from './reports/report-templates.ts'
import { reportEndpoints } from './reports/reports.ts'
import { resultEndpoints } from './reports/result-endpoints.ts'
import { assignmentEndpoints } from './studies/assignments.ts'
import { deadlineRuleEndpoints } from './studies/deadline-rules.ts'
import { discussionEndpoints } from './studies/discussions.ts'
import { markEndpoints } from './studies/mark-changes.ts'
import { officeCalendarEndpoints } from './studies/office-calendars.ts'
import { pauseEndpoints } from './studies/pauses.ts'
import { sharingEndpoints } from './studies/sharing.ts'
import { studyEndpoints } from './studies/studies.ts'
import { suggestionEndpoints } from './studies/suggestions.ts'
import { assignmentDecisionEndpoints } from './turnaround/assignment-decisions.ts'
import { assignmentSimulationEndpoints } from './turnaround/assignment-simulations.ts'
import { automaticAssignmentEndpoints } from './turnaround/automatic-assignment.ts'
import { digestEndpoints } from './turnaround/digests.ts'
import { readingTimeEndpoints } from './turnaround/reading-times.ts'
import { turnaroundEndpoints } from './turnaround/turnaround-report.ts'
import { workloadEndpoints } from './turnaround/workload.ts'
import { bulkActionEndpoints } from './worklist/bulk-actions.ts'
import { bulkDownloadEndpoints } from './worklist/bulk-downloads.ts'
import { exportEndpoints } from './worklist/exports.ts'
import { liveEndpoints } from './worklist/live.ts'
import { savedListEndpoints } from './worklist/saved-lists.ts'

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
  suggestions: suggestionEndpoints,
  deadlineRules: deadlineRuleEndpoints,
  officeCalendars: officeCalendarEndpoints,
  digests: digestEndpoints,
  eligibilitySheet: eligibilitySheetEndpoints,
  doctorGroups: doctorGroupEndpoints,
  shiftFeeds: shiftFeedEndpoints,
  marks: markEndpoints,
  pauses: pauseEndpoints,
  bulkActions: bulkActionEndpoints,
  doctors: doctorEndpoints,
  presence: presenceEndpoints,
  patients: patientEndpoints,
  priors: priorEndpoints,
  privacy: privacyEndpoints,
  identityReviews: identityReviewEndpoints,
  imageMoves: imageMoveEndpoints,
  studyPeople: studyPeopleEndpoints,
  patientMerges: patientMergeEndpoints,
  waitingChanges: waitingChangeEndpoints,
  documents: documentEndpoints,
  summary: summaryEndpoints,
  reports: reportEndpoints,
  reading: readingEndpoints,
  annotations: annotationEndpoints,
  keyImages: keyImageEndpoints,
  readingTemplates: readingTemplateEndpoints,
  textBlocks: textBlockEndpoints,
  criticalResults: criticalResultEndpoints,
  orders: orderEndpoints,
  hl7: hl7Endpoints,
  modalityWorklists: modalityWorklistEndpoints,
  scanners: scannerEndpoints,
  fhirClients: fhirClientEndpoints,
  fhir: fhirEndpoints,
  fhirResources: fhirResourceEndpoints,
  results: resultEndpoints,
  reportDocuments: reportDocumentEndpoints,
  reportTemplates: reportTemplateEndpoints,
  discussions: discussionEndpoints,
  sharing: sharingEndpoints,
  downloads: downloadEndpoints,
  bulkDownloads: bulkDownloadEndpoints,
  exports: exportEndpoints,
  tat: turnaroundEndpoints,
  workload: workloadEndpoints,
  assignmentSimulations: assignmentSimulationEndpoints,
  assignmentDecisions: assignmentDecisionEndpoints,
  automaticAssignment: automaticAssignmentEndpoints,
  readingTimes: readingTimeEndpoints,
  viewer: viewerEndpoints,
  viewerBindings: viewerBindingEndpoints,
  archiveViewer: archiveViewerEndpoints,
  live: liveEndpoints,
  settings: settingsEndpoints,
  firstSteps: firstStepEndpoints,
  system: systemEndpoints,
  deadLetters: deadLetterEndpoints,
  health: healthEndpoints,
}

export const allEndpoints: readonly Endpoint[] = Object.values(endpointTable).flatMap((group) => Object.values(group))
