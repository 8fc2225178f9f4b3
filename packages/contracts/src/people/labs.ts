import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { ListStats, PageQuery, Pagination } from '../core/pagination.ts'
import { RefusedConnections } from '../core/port-refusals.ts'
import { AeTitle, Email, FullName, Id, Instant, line, optionalText, paragraph, Username } from '../core/primitives.ts'
import { DisplayRules } from '../reading/display-rules.ts'
import { labEscalation } from '../studies/escalation.ts'

export const Address = z.strictObject({
  street: line(200).default(''),
  city: line(100).default(''),
  state: line(100).default(''),
  zipCode: line(20).default(''),
  country: line(100).default(''),
})
export type Address = z.infer<typeof Address>

/** An address as letters have it: its lines, of what is known. */
export function addressLines({ street, zipCode, city, state, country }: Address): string {
  const lines = [street, [zipCode, city].filter(Boolean).join(' '), [state, country].filter(Boolean).join(', ')]
  return lines.filter(Boolean).join('\n')
}

export const maxAeTitles = 20

/** AE titles of the laboratory's scanners, beside its identifier, which is always one. */
const AeTitles = z.array(AeTitle).max(maxAeTitles)

/** A laboratory in the list. */
export const Lab = z.object({
  _id: Id,
  name: z.string(),
  identifier: z.string(),
  contactPerson: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  address: Address,
  isActive: z.boolean(),
  notes: z.string().nullable(),
  totalStudies: z.int(),
  totalStaff: z.int(),
  activeStaff: z.int(),
})
export type Lab = z.infer<typeof Lab>

const Delivery = {
  /** The contact email is told of each report that becomes final or is amended. */
  mailOnReport: z.boolean(),
  /** Its staff read preliminary reports, marked as such. */
  preliminaryVisible: z.boolean(),
  /** Signed reports go to the archive too, beside the images, as DICOM Encapsulated PDF. */
  archiveReports: z.boolean(),
  /** A doctor can sign a report of its studies only after displaying every series. */
  everySeriesDisplayed: z.boolean(),
  /** What of a series counts as displayed, where it is not the usual (docs/decisions/reading/displayed-images.md). */
  displayRules: DisplayRules,
  /** Share links to its studies need a PIN. */
  sharePinRequired: z.boolean(),
}

export const LabDetails = Lab.extend({
  aeTitles: z.array(z.string()),
  staffStats: z.object({ active: z.int(), total: z.int() }),
  studyStats: z.object({ pending: z.int(), inProgress: z.int(), completed: z.int() }),
  /** Goes up with every change; sent back with an update, it tells whether somebody else was faster. */
  version: z.int(),
  ...Delivery,
  quietHours: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
  escalationEmails: z.array(z.string()),
})
export type LabDetails = z.infer<typeof LabDetails>

/** The values that connect a laboratory's scanner, and the last study that arrived. */
export const LabConnection = z.object({
  /** The image archive's address. */
  host: z.string(),
  /** Null if the installation does not set it and the archive does not answer. */
  port: z.int().nullable(),
  aeTitle: z.string().nullable(),
  /** AE titles under which the laboratory sends. */
  callingAeTitles: z.array(z.string()),
  lastStudy: z
    .object({ _id: z.uuid(), studyInstanceUID: z.string(), receivedAt: Instant, lastImageAt: Instant, images: z.int() })
    .nullable(),
  /** AE titles that sent images within the last day, and that no laboratory has registered. */
  unknownAeTitles: z.array(z.string()),
  /** Of the laboratory's AE titles and HL7 connections in the last day, the newest first. */
  refusedConnections: z.array(RefusedConnections),
})
export type LabConnection = z.infer<typeof LabConnection>

export const LabRegistration = z.strictObject({
  labName: FullName,
  labIdentifier: AeTitle,
  contactPerson: optionalText(line(200)),
  contactEmail: optionalText(Email),
  contactPhone: optionalText(line(50)),
  address: Address.prefault({}),
  labNotes: optionalText(paragraph(5000)),
  labIsActive: z.boolean().default(true),
  staffUsername: Username,
  staffEmail: Email,
  staffFullName: FullName,
  aeTitles: AeTitles.default([]),
})
export type LabRegistration = z.output<typeof LabRegistration>

export const LabUpdate = z.strictObject({
  name: FullName,
  identifier: AeTitle,
  contactPerson: optionalText(line(200)),
  contactEmail: optionalText(Email),
  contactPhone: optionalText(line(50)),
  address: Address.prefault({}),
  /** Left out: it stays as it is. */
  isActive: z.boolean().optional(),
  notes: optionalText(paragraph(5000)),
  /** Left out: they stay as they are. */
  mailOnReport: Delivery.mailOnReport.optional(),
  preliminaryVisible: Delivery.preliminaryVisible.optional(),
  archiveReports: Delivery.archiveReports.optional(),
  everySeriesDisplayed: Delivery.everySeriesDisplayed.optional(),
  displayRules: Delivery.displayRules.optional(),
  sharePinRequired: Delivery.sharePinRequired.optional(),
  quietHours: labEscalation.quietHours.optional(),
  escalationEmails: labEscalation.escalationEmails.optional(),
  /** Left out: the AE titles stay as they are. */
  aeTitles: AeTitles.optional(),
  /** The version that was edited; another one by now is a CONFLICT. Left out: the last writer wins. */
  version: z.int().optional(),
})
export type LabUpdate = z.output<typeof LabUpdate>

const onLab = { access: 'lab.manage', scope: 'none', params: z.object({ labId: Id }) } as const

export const labEndpoints = defineEndpoints({
  register: {
    method: 'POST',
    path: '/api/admin/labs/register',
    summary: 'Create a laboratory and its first staff account, whose generated password is mailed',
    access: 'lab.manage',
    scope: 'none',
    body: LabRegistration,
    response: ok({ message: z.string(), data: z.object({ _id: Id }) }),
    errors: ['LAB_IDENTIFIER_TAKEN', 'AE_TITLE_TAKEN', 'EMAIL_TAKEN', 'USERNAME_TAKEN'],
  },
  list: {
    method: 'GET',
    path: '/api/admin/labs/list',
    summary: 'Laboratories by name',
    access: 'lab.manage',
    scope: 'none',
    query: PageQuery,
    response: ok({ data: z.array(Lab), pagination: Pagination, stats: ListStats }),
    errors: [],
  },
  details: {
    ...onLab,
    method: 'GET',
    path: '/api/admin/labs/details/:labId',
    summary: 'One laboratory with its statistics',
    response: ok({ data: LabDetails }),
    errors: ['LAB_NOT_FOUND'],
  },
  connection: {
    ...onLab,
    method: 'GET',
    path: '/api/admin/labs/connection/:labId',
    summary: "The values that connect a laboratory's scanner, and the last study that arrived from it",
    response: ok({ data: LabConnection }),
    errors: ['LAB_NOT_FOUND'],
  },
  update: {
    ...onLab,
    method: 'PUT',
    path: '/api/admin/labs/update/:labId',
    summary: 'Change a laboratory; deactivating it ends the sessions of its staff at once',
    body: LabUpdate,
    response: ok({ message: z.string() }),
    errors: ['LAB_NOT_FOUND', 'CONFLICT', 'LAB_IDENTIFIER_TAKEN', 'AE_TITLE_TAKEN'],
  },
  remove: {
    ...onLab,
    method: 'DELETE',
    path: '/api/admin/labs/delete/:labId',
    summary: 'Delete a laboratory without studies, with its staff accounts',
    response: ok({ message: z.string() }),
    errors: ['LAB_NOT_FOUND', 'LAB_IN_USE'],
  },
})
