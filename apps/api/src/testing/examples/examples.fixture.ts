import { accountExamples } from './accounts.fixture.ts'
import { doctorGroupExamples } from './doctor-groups.fixture.ts'
import { eligibilitySheetExamples } from './eligibility-sheet.fixture.ts'
import type { Examples } from './example.fixture.ts'
import { fhirExamples } from './fhir.fixture.ts'
import { imageExamples } from './images.fixture.ts'
import { managementExamples } from './management.fixture.ts'
import { hl7Examples } from './orders/hl7.fixture.ts'
import { modalityWorklistExamples } from './orders/modality-worklists.fixture.ts'
import { orderExamples } from './orders/orders.fixture.ts'
import { scannerExamples } from './orders/scanners.fixture.ts'
import { documentExamples } from './patients/documents.fixture.ts'
import { identityReviewExamples } from './patients/identity-reviews.fixture.ts'
import { patientMergeExamples } from './patients/patient-merges.fixture.ts'
import { patientExamples } from './patients/patients.fixture.ts'
import { studyPeopleExamples } from './patients/study-people.fixture.ts'
import { privacyExamples } from './privacy.fixture.ts'
import { keyImageExamples } from './reading/key-images.fixture.ts'
import { readingExamples } from './reading/reading.fixture.ts'
import { readingTemplateExamples } from './reading/reading-templates.fixture.ts'
import { reportDocumentExamples } from './report-documents.fixture.ts'
import { resultExamples } from './results.fixture.ts'
import { savedListExamples } from './saved-lists.fixture.ts'
import { secondFactorExamples } from './second-factor.fixture.ts'
import { deadlineRuleExamples } from './studies/deadline-rules.fixture.ts'
import { officeCalendarExamples } from './studies/office-calendars.fixture.ts'
import { studyExamples } from './studies/studies.fixture.ts'
import { assignmentSimulationExamples } from './turnaround/assignment-simulations.fixture.ts'
import { automaticAssignmentExamples } from './turnaround/automatic-assignment.fixture.ts'
import { digestExamples } from './turnaround/digests.fixture.ts'
import { viewerBindingExamples } from './viewer-bindings.fixture.ts'

/** One call per endpoint. An endpoint without one fails the tests that walk the endpoint table. */
export const examples: Examples = {
  ...accountExamples,
  ...secondFactorExamples,
  ...managementExamples,
  ...studyExamples,
  ...deadlineRuleExamples,
  ...assignmentSimulationExamples,
  ...automaticAssignmentExamples,
  ...officeCalendarExamples,
  ...digestExamples,
  ...doctorGroupExamples,
  ...eligibilitySheetExamples,
  ...savedListExamples,
  ...documentExamples,
  ...readingExamples,
  ...keyImageExamples,
  ...readingTemplateExamples,
  ...reportDocumentExamples,
  ...orderExamples,
  ...hl7Examples,
  ...modalityWorklistExamples,
  ...scannerExamples,
  ...fhirExamples,
  ...resultExamples,
  ...patientExamples,
  ...privacyExamples,
  ...identityReviewExamples,
  ...studyPeopleExamples,
  ...patientMergeExamples,
  ...imageExamples,
  ...viewerBindingExamples,
}
