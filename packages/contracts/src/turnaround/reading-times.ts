import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { BodyRegion, bodyRegions } from '../studies/body-regions.ts'

/** The longest reading that is learnt from, and the most that can be set, in minutes: in longer ones somebody was away. */
export const longestReading = 60

const place = {
  /** A code string of DICOM. */
  modality: z.string().regex(/^[A-Z0-9_ ]{1,16}$/, 'must be a modality'),
  /** All regions of the studies. Empty: not known. Null: whatever the regions. */
  bodyRegions: z.array(BodyRegion).max(bodyRegions.length).nullable(),
}

/** How many minutes studies of a modality and regions are expected to take (docs/decisions/turnaround/reading-times.md). */
export const ExpectedTime = z.object({
  ...place,
  /** The minutes that count. */
  minutes: z.int(),
  /** The median of so many readings of this installation. Null: there are too few. */
  learnt: z.object({ minutes: z.int(), readings: z.int() }).nullable(),
  /** Minutes that an administrator set instead. */
  set: z.int().nullable(),
})
export type ExpectedTime = z.infer<typeof ExpectedTime>

const forAdmins = { scope: 'none', path: '/api/admin/assignment/reading-times' } as const

export const readingTimeEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    access: 'assignment.edit',
    method: 'GET',
    summary: 'How many minutes studies are expected to take, by modality and regions',
    response: ok({
      times: z.array(ExpectedTime),
      /** The number of doctors whose own figures count for their own lists. */
      doctors: z.int().nonnegative(),
    }),
    errors: [],
  },
  set: {
    ...forAdmins,
    access: 'system.manage',
    method: 'PUT',
    summary: 'Set how many minutes studies are expected to take. Null: what was learnt counts',
    body: z.strictObject({ ...place, minutes: z.int().min(1).max(longestReading).nullable() }),
    response: ok({ message: z.string() }),
    errors: [],
  },
})
