import { z } from 'zod'

/** Row ids: UUID version 7, made by the database. */
export const Id = z.uuid()

/** Orthanc's resource id: five groups of eight hexadecimal digits. */
export const OrthancId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/)

/** DICOM PS3.5 section 9.1: digits and dots, at most 64 characters. */
export const Uid = z
  .string()
  .max(64)
  .regex(/^[0-9]+(\.[0-9]+)*$/)

/** An instant: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

/** A calendar date without zone, as DICOM DA means it: yyyy-mm-dd. */
export const CalendarDate = z.iso.date()

/** Opaque position in a list. */
export const Cursor = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_-]+$/)

export const priorities = ['NORMAL', 'HIGH', 'URGENT', 'STAT', 'EMERGENCY'] as const
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

export const caseTypes = ['routine', 'urgent', 'emergency', 'stat'] as const
export const CaseType = z.enum(caseTypes)
export type CaseType = z.infer<typeof CaseType>

export const Sex = z.enum(['M', 'F', 'O'])
export type Sex = z.infer<typeof Sex>
