import { z } from 'zod'
import type { Role } from '../core/permissions.ts'

export const studyStatuses = [
  'new_study_received',
  'new',
  'pending_assignment',
  'assigned_to_doctor',
  'doctor_opened_report',
  'report_in_progress',
  'report_drafted',
  'report_uploaded',
  'report_finalized',
  'report_downloaded_radiologist',
  'report_downloaded',
  'final_report_downloaded',
  'archived',
] as const
export const StudyStatus = z.enum(studyStatuses)
export type StudyStatus = z.infer<typeof StudyStatus>

export const studyCategories = ['pending', 'inprogress', 'completed', 'final'] as const
export const StudyCategory = z.enum(studyCategories)
export type StudyCategory = z.infer<typeof StudyCategory>

export type StatusColour = 'red' | 'orange' | 'yellow' | 'purple' | 'blue' | 'green' | 'grey'

/** Each status's label, display category and display colour (docs/decisions/studies/workflow.md). */
export const statusTable: Record<StudyStatus, { label: string; category: StudyCategory; colour: StatusColour }> = {
  new_study_received: { label: 'New Study Received', category: 'pending', colour: 'red' },
  new: { label: 'New', category: 'pending', colour: 'red' },
  pending_assignment: { label: 'Pending', category: 'pending', colour: 'red' },
  assigned_to_doctor: { label: 'Assigned to Doctor', category: 'inprogress', colour: 'red' },
  doctor_opened_report: { label: 'In Review', category: 'inprogress', colour: 'yellow' },
  report_in_progress: { label: 'Report in Progress', category: 'inprogress', colour: 'yellow' },
  report_drafted: { label: 'Drafted', category: 'completed', colour: 'purple' },
  report_uploaded: { label: 'Uploaded', category: 'completed', colour: 'blue' },
  report_finalized: { label: 'Report Finalized', category: 'completed', colour: 'blue' },
  report_downloaded_radiologist: { label: 'Downloaded', category: 'completed', colour: 'yellow' },
  report_downloaded: { label: 'Report Downloaded', category: 'completed', colour: 'yellow' },
  final_report_downloaded: { label: 'Final Report Downloaded', category: 'final', colour: 'green' },
  archived: { label: 'Archived', category: 'final', colour: 'green' },
}

/** The tabs of a worklist. Every status is in exactly one, so the counts add up. */
export const studyTabs = ['pending', 'inprogress', 'completed'] as const
export const tabs = ['all', ...studyTabs] as const
export const Tab = z.enum(tabs)
export type Tab = z.infer<typeof Tab>

/**
 * The tab that a status is under, beside `all`. As its category says, but that unfinished work is never under Completed, and that what a doctor has
 * not opened yet is pending for them (docs/decisions/studies/workflow.md).
 */
export function tabOf(status: StudyStatus, role: Role): (typeof studyTabs)[number] {
  if (status === 'report_drafted') return 'inprogress'
  if (status === 'assigned_to_doctor' && role === 'doctor_account') return 'pending'
  const { category } = statusTable[status]
  return category === 'final' ? 'completed' : category
}

/** The statuses that are under a tab. */
export const statusesUnder = (tab: Tab, role: Role): StudyStatus[] =>
  studyStatuses.filter((status) => tab === 'all' || tabOf(status, role) === tab)

export const studyEvents = [
  'received',
  'settled',
  'assigned',
  'unassigned',
  'declined',
  'unplaced',
  'move_proposed',
  'released',
  'opened',
  'unopened',
  'report_started',
  'drafted',
  'uploaded',
  'finalized',
  'recalled',
  'amendment_recalled',
  'downloaded_by_radiologist',
  'downloaded_by_admin',
  'downloaded_by_lab',
  'archived',
  'reset',
  'prioritized',
  'deadline_applied',
  'paused',
  'pause_renewed',
  'resumed',
  'escalated',
  'edited',
  'prior_opened',
  'skipped',
  'images_added',
  'images_missing',
  'images_returned',
  'images_damaged',
  'images_repaired',
  'lab_conflict',
  'lab_set',
  'critical_marked',
  'critical_told',
  'critical_acknowledged',
  'order_matched',
  'order_unmatched',
  'people_differ',
  'people_agree',
  'images_split',
  'split_from',
  'split_undone',
  'uid_renewed',
  'uid_restored',
  'twin_renewed',
  'twin_appeared',
  'images_refused',
  'marked',
  'unmarked',
] as const
export const StudyEvent = z.enum(studyEvents)

/** Images went to another study, came from it or back, or have another UID: none arrived. */
export const imageMoveEvents = [
  'images_split',
  'split_from',
  'split_undone',
  'uid_renewed',
  'uid_restored',
] as const satisfies readonly StudyEvent[]
export type StudyEvent = z.infer<typeof StudyEvent>

type Transitions = Partial<Record<StudyStatus, StudyStatus>>

const every = (statuses: readonly StudyStatus[], to: StudyStatus): Transitions =>
  Object.fromEntries(statuses.map((from) => [from, to]))
const unchanged = (statuses: readonly StudyStatus[]): Transitions =>
  Object.fromEntries(statuses.map((status) => [status, status]))

const waiting = ['new_study_received', 'new', 'pending_assignment'] as const
const reading = ['assigned_to_doctor', 'doctor_opened_report', 'report_in_progress'] as const
const unfinished = [...waiting, ...reading, 'report_drafted'] as const
const finished = [
  'report_uploaded',
  'report_finalized',
  'report_downloaded_radiologist',
  'report_downloaded',
  'final_report_downloaded',
] as const

/** Reports whether the study has a finished report and is not archived. */
export const isReported = (status: StudyStatus) => finished.some((one) => one === status)

/**
 * Status x event -> status. A status that maps to itself accepts the event and stays; a missing one refuses it (409).
 * Downloads never lead backwards; a draft never replaces a finished report; a new finished report is undelivered again.
 */
export const transitions: Record<StudyEvent, Transitions> = {
  received: unchanged(['new_study_received']),
  /** Again after images that came late, whatever the study has become meanwhile. */
  settled: { ...unchanged(studyStatuses), ...every(['new_study_received', 'new'], 'pending_assignment') },
  assigned: {
    ...every(waiting, 'assigned_to_doctor'),
    ...unchanged([...reading, 'report_drafted', ...finished]),
  },
  /** Raised when the last active doctor goes; while others remain the status stays. */
  unassigned: {
    ...every([...reading, 'report_drafted'], 'pending_assignment'),
    ...unchanged([...waiting, ...finished, 'archived']),
  },
  /** A doctor gave back a study that was dealt to them; `unassigned` follows. */
  declined: unchanged(reading),
  /** Automatic assignment found no doctor. */
  unplaced: unchanged([...waiting, ...reading, 'report_drafted']),
  /** Another doctor should have it, and an administrator decides. */
  move_proposed: unchanged([...reading, 'report_drafted']),
  /** An administrator lets automatic assignment choose again. */
  released: unchanged(waiting),
  opened: {
    assigned_to_doctor: 'doctor_opened_report',
    ...unchanged(['doctor_opened_report', 'report_in_progress', 'report_drafted', ...finished, 'archived']),
  },
  /** The doctors who opened it have lost it, and those who have it did not. */
  unopened: unchanged(studyStatuses),
  report_started: { ...every(reading, 'report_in_progress'), report_drafted: 'report_in_progress' },
  drafted: every([...reading, 'report_drafted'], 'report_drafted'),
  uploaded: every([...reading, 'report_drafted', ...finished], 'report_uploaded'),
  finalized: every([...reading, 'report_drafted', ...finished], 'report_finalized'),
  /** The signer took a report back before it was released. The study may have begun anew since. */
  recalled: every([...reading, 'report_drafted', ...finished], 'report_in_progress'),
  /** The signer took an addendum or a correction back: the report before it stands. */
  amendment_recalled: unchanged([...reading, 'report_drafted', ...finished]),
  downloaded_by_radiologist: {
    ...every(['report_uploaded', 'report_finalized'], 'report_downloaded_radiologist'),
    ...unchanged(['report_downloaded_radiologist', 'report_downloaded', 'final_report_downloaded', 'archived']),
  },
  downloaded_by_admin: {
    ...every(['report_uploaded', 'report_finalized', 'report_downloaded_radiologist'], 'report_downloaded'),
    ...unchanged(['report_downloaded', 'final_report_downloaded', 'archived']),
  },
  downloaded_by_lab: { ...every(finished, 'final_report_downloaded'), ...unchanged(['archived']) },
  archived: { ...every(finished, 'archived'), ...unchanged(['archived']) },
  /** Withdrawn, or to be read anew: what is not finished goes on from where it is. */
  reset: { ...every(finished, 'report_in_progress'), ...unchanged(unfinished) },
  prioritized: unchanged(studyStatuses),
  /** An administrator applied changed deadline rules to the study. */
  deadline_applied: unchanged(unfinished),
  /** People were told that the report is due or late. */
  escalated: unchanged(studyStatuses),
  /** Somebody asked the laboratory, and the deadline waits for the answer. */
  paused: unchanged(unfinished),
  pause_renewed: unchanged(unfinished),
  resumed: unchanged(unfinished),
  /** Somebody changed the record of the study or its patient. */
  edited: unchanged(studyStatuses),
  /** Read by somebody who may see a later study of the patient. */
  prior_opened: unchanged(studyStatuses),
  /** Its reader went on to the next one and said why. */
  skipped: unchanged([...reading, 'report_drafted', ...finished]),
  images_added: unchanged(studyStatuses),
  images_missing: unchanged(studyStatuses),
  images_returned: unchanged(studyStatuses),
  images_damaged: unchanged(studyStatuses),
  images_repaired: unchanged(studyStatuses),
  lab_conflict: unchanged(studyStatuses),
  lab_set: unchanged(studyStatuses),
  critical_marked: unchanged(studyStatuses),
  /** Somebody was told of a critical result, or has taken note of it. */
  critical_told: unchanged(studyStatuses),
  critical_acknowledged: unchanged(studyStatuses),
  /** An order is what the study was made for, or no longer is. */
  order_matched: unchanged(studyStatuses),
  order_unmatched: unchanged(studyStatuses),
  /** The images name several people, or no longer do: by a decision, or by images that are gone. */
  people_differ: unchanged(studyStatuses),
  people_agree: unchanged(studyStatuses),
  /** Images of another person left for a study of their own; that study came to be so; they came back. */
  images_split: unchanged(studyStatuses),
  split_from: unchanged(studyStatuses),
  split_undone: unchanged(studyStatuses),
  /** The study has another study UID, because another study has the former one. */
  uid_renewed: unchanged(studyStatuses),
  /** That was undone: it has the former one again. */
  uid_restored: unchanged(studyStatuses),
  /** Another study with its study UID has got another one. */
  twin_renewed: unchanged(studyStatuses),
  /** Another study has its study UID from now on. The viewer opens neither. */
  twin_appeared: unchanged(studyStatuses),
  /** The image archive refused images of it. */
  images_refused: unchanged(studyStatuses),
  /** Somebody set a mark or removed it; again with another note. */
  marked: unchanged(studyStatuses),
  unmarked: unchanged(studyStatuses),
}

/** The status after `event`, or null if the table refuses it. */
export function nextStatus(from: StudyStatus, event: StudyEvent): StudyStatus | null {
  return transitions[event][from] ?? null
}

/** Returns the label of the assign button: Assign while no doctor has the study, otherwise Reassign. */
export function assignLabel(status: StudyStatus): 'Assign' | 'Reassign' {
  return statusTable[status].category === 'pending' ? 'Assign' : 'Reassign'
}

/** A step of the history that people read. */
export type StepFacts = {
  label: string
  /** The events that it shows. Empty: it shows another record, or an event of another step whose details say more. */
  events: readonly StudyEvent[]
  /** The status whose dot marks it, because it leads there. Null: an icon marks it. */
  status: StudyStatus | null
  /** Whether laboratory staff see it. */
  isShownToStaff: boolean
  /** False: the study waits on as before, so the summary counts no wait from or to this step. */
  endsWait: boolean
}

/** The steps of a study between the scanner and the delivered report. */
const steps = {
  received: { label: 'Uploaded', events: ['received'], status: 'new_study_received', isShownToStaff: true, endsWait: true },
  assigned: { label: 'Assigned', events: ['assigned'], status: 'assigned_to_doctor', isShownToStaff: true, endsWait: true },
  reassigned: { label: 'Reassigned', events: [], status: 'assigned_to_doctor', isShownToStaff: true, endsWait: true },
  readerAdded: { label: 'Reader added', events: [], status: 'assigned_to_doctor', isShownToStaff: true, endsWait: true },
  unassigned: { label: 'Unassigned', events: ['unassigned'], status: null, isShownToStaff: true, endsWait: true },
  declined: { label: 'Declined', events: ['declined'], status: null, isShownToStaff: false, endsWait: true },
  passedOver: { label: 'Passed over', events: [], status: null, isShownToStaff: false, endsWait: true },
  unplaced: { label: 'No doctor found', events: ['unplaced'], status: null, isShownToStaff: false, endsWait: false },
  moveProposed: {
    label: 'Should go to another doctor',
    events: ['move_proposed'],
    status: null,
    isShownToStaff: false,
    endsWait: false,
  },
  released: {
    label: 'Left to automatic assignment',
    events: ['released'],
    status: null,
    isShownToStaff: false,
    endsWait: false,
  },
  imagesDownloaded: { label: 'Images downloaded', events: [], status: null, isShownToStaff: true, endsWait: true },
  opened: { label: 'Report opened', events: ['opened'], status: 'doctor_opened_report', isShownToStaff: true, endsWait: true },
  skipped: { label: 'Skipped', events: ['skipped'], status: null, isShownToStaff: false, endsWait: true },
  drafted: { label: 'Drafted', events: ['drafted'], status: 'report_drafted', isShownToStaff: false, endsWait: true },
  uploaded: { label: 'Report uploaded', events: ['uploaded'], status: 'report_uploaded', isShownToStaff: true, endsWait: true },
  finalized: { label: 'Finalized', events: ['finalized'], status: 'report_finalized', isShownToStaff: true, endsWait: true },
  recalled: {
    label: 'Report recalled',
    events: ['recalled', 'amendment_recalled'],
    status: null,
    isShownToStaff: true,
    endsWait: true,
  },
  reportDownloaded: { label: 'Report downloaded', events: [], status: 'report_downloaded', isShownToStaff: true, endsWait: true },
  dispatched: { label: 'Dispatched', events: [], status: null, isShownToStaff: true, endsWait: true },
  reset: { label: 'Reset', events: ['reset'], status: null, isShownToStaff: true, endsWait: true },
  withdrawn: { label: 'Withdrawn', events: [], status: null, isShownToStaff: true, endsWait: true },
  deadlineChanged: {
    label: 'Deadline changed',
    events: ['deadline_applied'],
    status: null,
    isShownToStaff: false,
    endsWait: false,
  },
  paused: { label: 'Paused', events: ['paused'], status: null, isShownToStaff: true, endsWait: true },
  pauseRenewed: { label: 'Pause renewed', events: ['pause_renewed'], status: null, isShownToStaff: true, endsWait: false },
  resumed: { label: 'Resumed', events: ['resumed'], status: null, isShownToStaff: true, endsWait: true },
  answered: { label: 'Answered', events: [], status: null, isShownToStaff: true, endsWait: true },
  pauseExpired: { label: 'Pause over', events: [], status: null, isShownToStaff: true, endsWait: true },
  escalated: { label: 'Escalated', events: [], status: null, isShownToStaff: false, endsWait: false },
  archived: { label: 'Archived', events: ['archived'], status: 'archived', isShownToStaff: true, endsWait: true },
  criticalMarked: { label: 'Critical result', events: ['critical_marked'], status: null, isShownToStaff: true, endsWait: true },
  criticalTold: {
    label: 'Critical result notified',
    events: ['critical_told'],
    status: null,
    isShownToStaff: true,
    endsWait: true,
  },
  criticalAcknowledged: {
    label: 'Critical result acknowledged',
    events: ['critical_acknowledged'],
    status: null,
    isShownToStaff: true,
    endsWait: true,
  },
  orderMatched: { label: 'Order matched', events: ['order_matched'], status: null, isShownToStaff: true, endsWait: false },
  orderUnmatched: { label: 'Order removed', events: ['order_unmatched'], status: null, isShownToStaff: true, endsWait: false },
  peopleDiffer: {
    label: 'Images of several people',
    events: ['people_differ'],
    status: null,
    isShownToStaff: true,
    endsWait: false,
  },
  imagesSplit: { label: 'Images split off', events: ['images_split'], status: null, isShownToStaff: true, endsWait: false },
  splitFrom: { label: 'Split from another study', events: ['split_from'], status: null, isShownToStaff: true, endsWait: true },
  splitUndone: { label: 'Split undone', events: ['split_undone'], status: null, isShownToStaff: true, endsWait: false },
  uidRenewed: { label: 'New study UID', events: ['uid_renewed'], status: null, isShownToStaff: true, endsWait: false },
  uidRestored: { label: 'Former study UID again', events: ['uid_restored'], status: null, isShownToStaff: true, endsWait: false },
  twinAppeared: {
    label: 'Another study has the same UID',
    events: ['twin_appeared'],
    status: null,
    isShownToStaff: true,
    endsWait: false,
  },
  twinRenewed: {
    label: 'Other study given a new UID',
    events: ['twin_renewed'],
    status: null,
    isShownToStaff: true,
    endsWait: false,
  },
  imagesRefused: { label: 'Images rejected', events: ['images_refused'], status: null, isShownToStaff: true, endsWait: false },
  peopleAgree: { label: 'Images of one person', events: ['people_agree'], status: null, isShownToStaff: true, endsWait: false },
  /** The mark says its own words, and whether its step ends a wait (`stepFactsOf`). */
  marked: { label: 'Marked', events: ['marked'], status: null, isShownToStaff: true, endsWait: false },
  unmarked: { label: 'Mark removed', events: ['unmarked'], status: null, isShownToStaff: true, endsWait: false },
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
