import { z } from 'zod'
import type { StudyEvent, StudyStatus } from '../studies/study-workflow.ts'

type StepFacts = {
  label: string
  /** The events that it shows. Empty: it shows another record, or an event of another step whose details say more. */
  events: readonly StudyEvent[]
  /** The status whose dot marks it, because it leads there. Null: an icon marks it. */
  status: StudyStatus | null
  /** Whether laboratory staff see it. */
  isShownToStaff: boolean
}

/** The steps of a study between the scanner and the delivered report. */
const steps = {
  received: { label: 'Uploaded', events: ['received'], status: 'new_study_received', isShownToStaff: true },
  assigned: { label: 'Assigned', events: ['assigned'], status: 'assigned_to_doctor', isShownToStaff: true },
  reassigned: { label: 'Reassigned', events: [], status: 'assigned_to_doctor', isShownToStaff: true },
  readerAdded: { label: 'Reader added', events: [], status: 'assigned_to_doctor', isShownToStaff: true },
  unassigned: { label: 'Unassigned', events: ['unassigned'], status: null, isShownToStaff: true },
  declined: { label: 'Declined', events: ['declined'], status: null, isShownToStaff: false },
  passedOver: { label: 'Passed over', events: [], status: null, isShownToStaff: false },
  unplaced: { label: 'No doctor found', events: ['unplaced'], status: null, isShownToStaff: false },
  imagesDownloaded: { label: 'Images downloaded', events: [], status: null, isShownToStaff: true },
  opened: { label: 'Report opened', events: ['opened'], status: 'doctor_opened_report', isShownToStaff: true },
  skipped: { label: 'Skipped', events: ['skipped'], status: null, isShownToStaff: false },
  drafted: { label: 'Drafted', events: ['drafted'], status: 'report_drafted', isShownToStaff: false },
  uploaded: { label: 'Report uploaded', events: ['uploaded'], status: 'report_uploaded', isShownToStaff: true },
  finalized: { label: 'Finalized', events: ['finalized'], status: 'report_finalized', isShownToStaff: true },
  recalled: { label: 'Report recalled', events: ['recalled', 'amendment_recalled'], status: null, isShownToStaff: true },
  reportDownloaded: { label: 'Report downloaded', events: [], status: 'report_downloaded', isShownToStaff: true },
  dispatched: { label: 'Dispatched', events: [], status: null, isShownToStaff: true },
  reset: { label: 'Reset', events: ['reset'], status: null, isShownToStaff: true },
  withdrawn: { label: 'Withdrawn', events: [], status: null, isShownToStaff: true },
  deadlineChanged: { label: 'Deadline changed', events: ['deadline_applied'], status: null, isShownToStaff: false },
  paused: { label: 'Paused', events: ['paused'], status: null, isShownToStaff: true },
  pauseRenewed: { label: 'Pause renewed', events: ['pause_renewed'], status: null, isShownToStaff: true },
  resumed: { label: 'Resumed', events: ['resumed'], status: null, isShownToStaff: true },
  answered: { label: 'Answered', events: [], status: null, isShownToStaff: true },
  pauseExpired: { label: 'Pause over', events: [], status: null, isShownToStaff: true },
  escalated: { label: 'Escalated', events: [], status: null, isShownToStaff: false },
  archived: { label: 'Archived', events: ['archived'], status: 'archived', isShownToStaff: true },
  criticalMarked: { label: 'Critical result', events: ['critical_marked'], status: null, isShownToStaff: true },
  criticalTold: { label: 'Critical result notified', events: ['critical_told'], status: null, isShownToStaff: true },
  criticalAcknowledged: {
    label: 'Critical result acknowledged',
    events: ['critical_acknowledged'],
    status: null,
    isShownToStaff: true,
  },
  orderMatched: { label: 'Order matched', events: ['order_matched'], status: null, isShownToStaff: true },
  orderUnmatched: { label: 'Order removed', events: ['order_unmatched'], status: null, isShownToStaff: true },
} as const satisfies Record<string, StepFacts>

export type CourseStep = keyof typeof steps
export const courseSteps: Record<CourseStep, StepFacts> = steps

const courseStepNames = Object.keys(steps).filter((name): name is CourseStep => name in steps)
export const CourseStep = z.enum(courseStepNames)

type ShownEvent = (typeof steps)[CourseStep]['events'][number]

/** The events that the history does not show. An event that is neither here nor in a step does not compile. */
const unshownEvents: Record<Exclude<StudyEvent, ShownEvent>, null> = {
  settled: null,
  /** The step that took the study from a doctor is shown. */
  unopened: null,
  report_started: null,
  /** The records of escalations say who was told. */
  escalated: null,
  /** The records of downloads also name the images. */
  downloaded_by_radiologist: null,
  downloaded_by_admin: null,
  downloaded_by_lab: null,
  prioritized: null,
  edited: null,
  prior_opened: null,
  images_added: null,
  images_missing: null,
  images_returned: null,
  images_damaged: null,
  images_repaired: null,
  lab_conflict: null,
  lab_set: null,
}

/** Returns the step that shows an event, or null if the history does not show it. */
export function stepOfEvent(event: StudyEvent): CourseStep | null {
  if (event in unshownEvents) return null
  return courseStepNames.find((step) => courseSteps[step].events.includes(event)) ?? null
}
