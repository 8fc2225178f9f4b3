import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'
import { BackupState } from './system.ts'

/** The steps from an empty system to one that works, in order. */
export const firstSteps = ['timeZone', 'laboratory', 'doctor', 'study', 'email', 'backup'] as const
export const FirstStep = z.enum(firstSteps)
export type FirstStep = z.infer<typeof FirstStep>

/** Without these steps nothing can be read. */
export const neededSteps: readonly FirstStep[] = ['laboratory', 'doctor', 'study']

export const FirstSteps = z.object({
  /** Read from the system itself, never stored. */
  done: z.array(FirstStep),
  /** An administrator does not want to be led to the steps any more. */
  isDismissed: z.boolean(),
  clinicTimeZone: z.string(),
  /** The newest laboratory. */
  laboratory: z.object({ _id: Id, name: z.string() }).nullable(),
  email: z.object({
    /** The server's folder that keeps emails instead of sending them. Null: they are sent. */
    folder: z.string().nullable(),
    /** The last test email: requested, and accepted by the mail server. */
    testedAt: Instant.nullable(),
    acceptedAt: Instant.nullable(),
  }),
  backup: BackupState,
})
export type FirstSteps = z.infer<typeof FirstSteps>

const forAdmins = { access: 'system.manage', scope: 'none' } as const

export const firstStepEndpoints = defineEndpoints({
  read: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/first-steps',
    summary: 'The first steps of an installation, and the done ones',
    response: ok({ steps: FirstSteps }),
    errors: [],
  },
  dismiss: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/first-steps/dismiss',
    summary: 'Lead administrators to the first steps no more',
    response: ok({ message: z.string() }),
    errors: [],
  },
})
