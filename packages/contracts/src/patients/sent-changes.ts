import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Pagination } from '../core/pagination.ts'
import { CalendarDate, Id, Instant, line, Sex } from '../core/primitives.ts'

/** `merge`: the previous ID is the same person; `changeId`: the person has a new ID instead of the previous one. */
export const sentChangeKinds = ['update', 'merge', 'changeId'] as const
export const SentChangeKind = z.enum(sentChangeKinds)
export type SentChangeKind = z.infer<typeof SentChangeKind>

const PatientIdText = line(64).min(1)

/** A patient as a connected system describes them. A field that is left out says nothing; null removes the value. */
export const SentPatient = z.strictObject({
  patientId: PatientIdText,
  /** As DICOM writes it. */
  name: line(400).nullable().optional(),
  birthDate: CalendarDate.nullable().optional(),
  sex: Sex.nullable().optional(),
  phone: line(50).nullable().optional(),
  email: line(254).nullable().optional(),
  address: line(500).nullable().optional(),
})
export type SentPatient = z.infer<typeof SentPatient>

/** A change of a patient that a connected system asks for. */
export const SentChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('update'), patient: SentPatient }),
  z.strictObject({ kind: z.enum(['merge', 'changeId']), patient: SentPatient, previousId: PatientIdText }),
])
export type SentChange = z.infer<typeof SentChange>

/** The columns of a patient that a message may fill. */
export const sentFields = [
  'correctedName',
  'correctedBirthDate',
  'correctedSex',
  'contactPhone',
  'contactEmail',
  'address',
] as const
export type SentField = (typeof sentFields)[number]

/** A change that was sent and not applied, or not wholly: somebody must look. */
export const WaitingChange = z.object({
  id: Id,
  kind: SentChangeKind,
  laboratory: z.string(),
  /** The name of the connection. */
  sender: z.string(),
  patientId: z.string(),
  previousId: z.string().nullable(),
  patientName: z.string().nullable(),
  birthDate: CalendarDate.nullable(),
  sex: Sex.nullable(),
  reason: z.string(),
  receivedAt: Instant,
  /** One study of each person with one of the IDs. */
  studies: z.array(z.object({ studyId: Id, patientId: z.string().nullable(), patientName: z.string().nullable() })),
})
export type WaitingChange = z.infer<typeof WaitingChange>

const forAdmins = { access: 'identity.review', scope: 'none' } as const

export const waitingChangeEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/waiting-patient-changes',
    summary: 'Changes of patients that connected systems asked for and that wait for a person, the newest first',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: ok({ data: z.array(WaitingChange), pagination: Pagination }),
    errors: [],
  },
  close: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/waiting-patient-changes/:changeId/close',
    summary: 'Remove a change from the list: somebody has dealt with it, or it is wrong. Changes no patient',
    params: z.object({ changeId: Id }),
    body: z.strictObject({ receivedAt: Instant }),
    response: ok({ message: z.string() }),
    errors: ['PATIENT_CHANGE_NOT_FOUND'],
  },
})
