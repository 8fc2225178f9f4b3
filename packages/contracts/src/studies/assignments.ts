import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Priority } from '../core/primitives.ts'
import { WorklistRow } from './studies.ts'

/** `replace` ends the assignments of all other doctors; `add` keeps them: the study has a second reader. */
export const AssignmentMode = z.enum(['add', 'replace'])
export type AssignmentMode = z.infer<typeof AssignmentMode>

const StudyParams = z.object({ studyId: Id })

export const assignmentEndpoints = defineEndpoints({
  assign: {
    method: 'POST',
    path: '/api/admin/studies/:studyId/assign',
    summary: 'Assign a study to a doctor; repeating it is harmless',
    access: 'assignment.edit',
    scope: 'none',
    params: StudyParams,
    /** A higher priority than the study's raises it; a lower one, as the default is, leaves it (docs/decisions/studies/workflow.md). */
    body: z.strictObject({
      doctorId: Id,
      priority: Priority.default('NORMAL'),
      mode: AssignmentMode.default('add'),
      /** With `replace`: this doctor is replaced, and the study's other readers stay. */
      from: Id.optional(),
    }),
    /**
     * `isNew` is false if the doctor had the study already; `raisedFrom`: the priority that this raised, null if it raised none; `replaced`: doctors
     * whose assignments it ended.
     */
    response: ok({ study: WorklistRow, isNew: z.boolean(), raisedFrom: Priority.nullable(), replaced: z.array(Id) }),
    errors: ['STUDY_NOT_FOUND', 'DOCTOR_NOT_FOUND', 'DOCTOR_NOT_ASSIGNABLE', 'LAB_UNDECIDED', 'INVALID_TRANSITION'],
  },
  unassign: {
    method: 'POST',
    path: '/api/admin/studies/:studyId/unassign',
    summary: "End a doctor's assignment and access; repeating it is harmless",
    access: 'assignment.edit',
    scope: 'none',
    params: StudyParams,
    /**
     * `onlyUntouched`: not from a doctor who has begun with it. `lowerTo`: the priority that the assignment raised, which comes back unless
     * somebody has set another since.
     */
    body: z.strictObject({ doctorId: Id, onlyUntouched: z.boolean().default(false), lowerTo: Priority.optional() }),
    response: ok({ study: WorklistRow }),
    errors: ['STUDY_NOT_FOUND', 'DOCTOR_NOT_FOUND', 'STUDY_TOUCHED', 'INVALID_TRANSITION'],
  },
})
