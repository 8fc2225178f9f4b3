import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { AeTitle, Id, Instant } from '../core/primitives.ts'
import { AllowedAddresses } from './networks.ts'

/** The most items that one question of a scanner gets. */
export const maxWorklistItems = 500

/** The fields of a laboratory's modality worklist that an administrator writes. */
export const ModalityWorklistFields = z.strictObject({
  /** Scanners call the worklist by this AE title. No other laboratory has it. */
  calledAeTitle: AeTitle,
  /** Scanners with other addresses are turned away. */
  allowedAddresses: AllowedAddresses,
  isEnabled: z.boolean(),
})
export type ModalityWorklistFields = z.infer<typeof ModalityWorklistFields>

/** The modality worklist of a laboratory: its scanners read its open orders there (docs/decisions/orders/modality-worklist.md). */
export const ModalityWorklist = z.object({
  labId: Id,
  labName: z.string(),
  /** The AE titles of the laboratory's scanners. Only these may ask. */
  scannerAeTitles: z.array(z.string()),
  /** Null: nobody has set one up. */
  settings: ModalityWorklistFields.extend({
    version: z.int().positive(),
    lastAskedAt: Instant.nullable(),
    lastCutAt: Instant.nullable(),
  }).nullable(),
})
export type ModalityWorklist = z.infer<typeof ModalityWorklist>

const forAdmins = { access: 'system.manage', scope: 'none' } as const

export const modalityWorklistEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/modality-worklists',
    summary: 'The modality worklist of each laboratory, by name',
    response: ok({ worklists: z.array(ModalityWorklist) }),
    errors: [],
  },
  save: {
    ...forAdmins,
    method: 'PUT',
    path: '/api/admin/modality-worklists/:labId',
    summary: "Set up a laboratory's modality worklist, or change it. Applies within five seconds",
    params: z.object({ labId: Id }),
    /** Version 0: there is none yet. */
    body: ModalityWorklistFields.extend({ version: z.int().nonnegative() }),
    response: ok({ message: z.string() }),
    errors: ['LAB_NOT_FOUND', 'WORKLIST_AE_TITLE_TAKEN', 'CONFLICT'],
  },
})
