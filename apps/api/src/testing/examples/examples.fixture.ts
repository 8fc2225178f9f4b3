import { accountExamples } from './accounts.fixture.ts'
import { assignmentSimulationExamples } from './assignment-simulations.fixture.ts'
import { automaticAssignmentExamples } from './automatic-assignment.fixture.ts'
import { deadlineRuleExamples } from './deadline-rules.fixture.ts'
import { digestExamples } from './digests.fixture.ts'
import { doctorGroupExamples } from './doctor-groups.fixture.ts'
import { documentExamples } from './documents.fixture.ts'
import { eligibilitySheetExamples } from './eligibility-sheet.fixture.ts'
import type { Examples } from './example.fixture.ts'
import { fhirExamples } from './fhir.fixture.ts'
import { hl7Examples } from './hl7.fixture.ts'
import { identityReviewExamples } from './identity-reviews.fixture.ts'
import { imageExamples } from './images.fixture.ts'
import { keyImageExamples } from './key-images.fixture.ts'
import { managementExamples } from './management.fixture.ts'
import { modalityWorklistExamples } from './modality-worklists.fixture.ts'
import { officeCalendarExamples } from './office-calendars.fixture.ts'
import { orderExamples } from './orders.fixture.ts'
import { patientMergeExamples } from './patient-merges.fixture.ts'
import { patientExamples } from './patients.fixture.ts'
import { privacyExamples } from './privacy.fixture.ts'
import { readingExamples } from './reading.fixture.ts'
import { readingTemplateExamples } from './reading-templates.fixture.ts'
import { reportDocumentExamples } from './report-documents.fixture.ts'
import { resultExamples } from './results.fixture.ts'
import { savedListExamples } from './saved-lists.fixture.ts'
import { scannerExamples } from './scanners.fixture.ts'
import { secondFactorExamples } from './second-factor.fixture.ts'
import { studyExamples } from './studies.fixture.ts'

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
  ...patientMergeExamples,
  ...imageExamples,
}
