import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, paragraph } from '../core/primitives.ts'
import { DealExplanation, dealObstacleKinds, ExpectedNow, NobodyReason, PoolObstacle } from '../studies/assignment-engine.ts'
import { DealingMode, RefusalCause, UnassignedBecause } from '../studies/automatic-assignment.ts'
import { StudyStatus } from '../studies/study-workflow.ts'

const Count = z.int().nonnegative()

/** How studies of a laboratory find their doctor. */
export const LabDealing = z.object({
  labId: Id,
  name: z.string(),
  mode: DealingMode,
  /** The group of doctors who can be dealt its studies. Null: all doctors. */
  groupId: Id.nullable(),
  /** Unopened studies that another doctor should read are proposed, and not assigned to them without an administrator. */
  proposesMoves: z.boolean(),
  /** Of mode and group. 0: it was never changed. */
  version: z.int().nonnegative(),
  /** Studies that wait for a doctor. */
  waiting: Count,
})
export type LabDealing = z.infer<typeof LabDealing>

/** Studies that no doctor fits, with the reasons that they share. No reasons: no doctor can be assigned at all. */
export const UnplacedGroup = z.object({
  labId: Id,
  labName: z.string(),
  /** The group of doctors to which the laboratory is limited. Null: all doctors. */
  groupName: z.string().nullable(),
  reasons: z.array(NobodyReason),
  studies: Count,
})
export type UnplacedGroup = z.infer<typeof UnplacedGroup>

export const StudyFacts = z.object({
  studyId: Id,
  labName: z.string(),
  patientName: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  dueAt: Instant.nullable(),
})

/** A doctor whom the engine proposes for a study. */
export const AssignmentProposal = StudyFacts.extend({
  doctorId: Id,
  doctorName: z.string(),
  explanation: DealExplanation,
  /** Null: not known. */
  expected: ExpectedNow.nullable().default(null),
})
export type AssignmentProposal = z.infer<typeof AssignmentProposal>

/** An unopened study that should go from its doctor to another one, and why. */
export const StudyMove = z.object({
  studyId: Id,
  labName: z.string().nullable(),
  dueAt: Instant.nullable(),
  from: z.object({
    doctorId: Id,
    doctorName: z.string(),
    /** The end of the present shift. Null: there is none, or it does not end within two weeks. */
    leavesAt: Instant.nullable(),
  }),
  to: z.object({ doctorId: Id, doctorName: z.string() }),
  because: UnassignedBecause,
})
export type StudyMove = z.infer<typeof StudyMove>

/** A study that was passed over as often as it can be. `doctorName` null: it waits for the next doctor. */
export const PassedOverStudy = StudyFacts.extend({ doctorName: z.string().nullable() })
export type PassedOverStudy = z.infer<typeof PassedOverStudy>

/**
 * A study that no doctor has and that automatic assignment leaves alone: an administrator assigned or unassigned it, two laboratories claim it, it is not
 * sure whose images these are, or its deadline is paused.
 */
export const LeftStudy = StudyFacts.extend({ why: z.enum(['manual', 'laboratory', 'patient', 'paused']) })
export type LeftStudy = z.infer<typeof LeftStudy>

/** The most studies that a list shows, and that one confirmation is about. */
export const maxListed = 100

/** A study that was dealt to the doctor, who can still give it back. */
export const DealtStudy = StudyFacts.extend({
  by: z.enum(['assign', 'pool']),
  /** `false`: it was passed over so often that it stays. */
  canGiveBack: z.boolean(),
  status: StudyStatus,
  /** Null: not known. */
  explanation: DealExplanation.nullable(),
})
export type DealtStudy = z.infer<typeof DealtStudy>

const forAdmins = { access: 'assignment.edit', scope: 'none' } as const
const forDoctors = { access: 'report.write', scope: 'none' } as const
const StudyParams = z.object({ studyId: Id })
const GivenBack = z.strictObject({ cause: RefusalCause.default('other'), reason: paragraph(500).default('') })

export const automaticAssignmentEndpoints = defineEndpoints({
  view: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/assignment',
    summary: 'How studies of each laboratory find their doctor, the studies that no doctor fits, and proposals to confirm',
    response: ok({
      labs: z.array(LabDealing),
      unplaced: z.array(UnplacedGroup),
      /** The first hundred in the order of their deadlines. */
      proposals: z.array(AssignmentProposal),
      proposalCount: Count,
      passedOver: z.array(PassedOverStudy),
      moves: z.array(StudyMove),
      /** The first hundred in the order of their deadlines. */
      left: z.array(LeftStudy).max(maxListed).default([]),
    }),
    errors: [],
  },
  setMode: {
    ...forAdmins,
    access: 'system.manage',
    method: 'PUT',
    path: '/api/admin/assignment/:labId',
    summary:
      'Choose how studies of a laboratory find their doctor, and among which doctors. Applies to studies that wait for a doctor',
    params: z.object({ labId: Id }),
    /** A group, or a decision about moves, that is left out stays as it is. */
    body: z.strictObject({
      mode: DealingMode,
      groupId: Id.nullable().optional(),
      proposesMoves: z.boolean().optional(),
      version: z.int().nonnegative(),
    }),
    response: ok({ message: z.string() }),
    errors: ['LAB_NOT_FOUND', 'DOCTOR_GROUP_NOT_FOUND', 'CONFLICT'],
  },
  release: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/assignment/release',
    summary: 'Let automatic assignment choose a doctor for a study that an administrator has unassigned',
    once: true,
    body: z.strictObject({ studyId: Id }),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION', 'IDEMPOTENCY_KEY_REUSED'],
  },
  confirm: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/assignment/proposals/confirm',
    summary: 'Assign studies to their proposed doctors. A proposal that is no longer right is made anew and not confirmed',
    once: true,
    body: z.strictObject({
      proposals: z
        .array(z.strictObject({ studyId: Id, doctorId: Id }))
        .min(1)
        .max(maxListed),
    }),
    /** Of the `changed` ones: `renewed` have another proposal, `unplaced` fit no doctor. The others do not wait for a proposal any more. */
    response: ok({ confirmed: Count, changed: Count, renewed: Count.default(0), unplaced: Count.default(0) }),
    errors: ['IDEMPOTENCY_KEY_REUSED'],
  },
  move: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/assignment/moves',
    summary: 'Assign unopened studies to the doctors who were proposed instead. One that is no longer right is not moved',
    once: true,
    body: z.strictObject({
      moves: z
        .array(z.strictObject({ studyId: Id, from: Id, to: Id }))
        .min(1)
        .max(2 * maxListed),
    }),
    response: ok({ moved: Count, changed: Count }),
    errors: ['IDEMPOTENCY_KEY_REUSED'],
  },
  listDealt: {
    ...forDoctors,
    scope: 'rows',
    method: 'GET',
    path: '/api/doctor/assignment',
    summary: 'The studies that were dealt to the calling doctor and can be given back; and whether there is a pool to ask',
    /** How many the doctor can still give back in this shift. `mayGiveBack` false: none. */
    response: ok({
      studies: z.array(DealtStudy),
      hasPool: z.boolean(),
      poolWaiting: Count,
      mayGiveBack: z.boolean().default(true),
      leftToGiveBack: Count.nullable().default(null),
    }),
    errors: [],
  },
  next: {
    ...forDoctors,
    method: 'POST',
    path: '/api/doctor/assignment/next',
    summary: 'Deal the next study of the pool to the calling doctor. One that was dealt before and is not opened comes again',
    once: true,
    body: z.strictObject({}),
    /** `studyId` null: nothing in the pool fits the doctor now. `nothing` says why, the most frequent reason first; empty: no study waits. */
    response: ok({ studyId: Id.nullable(), nothing: z.array(PoolObstacle).max(dealObstacleKinds.length).default([]) }),
    errors: ['DOCTOR_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
  decline: {
    ...forDoctors,
    scope: 'study',
    method: 'POST',
    path: '/api/studies/:studyId/decline',
    summary: 'Give back a study that was assigned automatically and not opened. It is dealt to another doctor',
    params: StudyParams,
    once: true,
    body: GivenBack,
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'NOT_DEALT', 'STUDY_TOUCHED', 'GIVEN_BACK_ENOUGH', 'IDEMPOTENCY_KEY_REUSED'],
  },
  passOver: {
    ...forDoctors,
    scope: 'study',
    method: 'POST',
    path: '/api/studies/:studyId/pass-over',
    summary: 'Give back a study of the pool before its report is begun. A study is passed over at most three times',
    params: StudyParams,
    once: true,
    body: GivenBack.required({ cause: true }),
    response: ok({}),
    errors: [
      'STUDY_NOT_FOUND',
      'NOT_DEALT',
      'STUDY_TOUCHED',
      'PASSED_OVER_ENOUGH',
      'GIVEN_BACK_ENOUGH',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
})
