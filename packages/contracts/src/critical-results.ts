import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { Id, Instant, line, PersonName, paragraph } from './primitives.ts'

/** ACR Actionable Reporting Work Group (Larson 2014): the laboratory should hear of it within minutes, hours, days. */
export const criticalCategories = [1, 2, 3] as const
export const CriticalCategory = z.literal(criticalCategories)
export type CriticalCategory = z.infer<typeof CriticalCategory>

/** Minutes until the laboratory should have taken note, and between one reminder and the next. */
export const criticalTimes: Record<CriticalCategory, { dueMinutes: number; remindMinutes: number }> = {
  1: { dueMinutes: 60, remindMinutes: 5 },
  2: { dueMinutes: 6 * 60, remindMinutes: 2 * 60 },
  3: { dueMinutes: 3 * 24 * 60, remindMinutes: 24 * 60 },
}

/** How somebody was told (ACR 2020 V.C: who was told, by whom, when, how). */
export const criticalMethods = ['telephone', 'in_person', 'message'] as const
export const CriticalMethod = z.enum(criticalMethods)
export type CriticalMethod = z.infer<typeof CriticalMethod>
export const criticalMethodLabels: Record<CriticalMethod, string> = {
  telephone: 'by telephone',
  in_person: 'in person',
  message: 'by message',
}

/** Somebody who was told, and how. */
const Told = z.strictObject({ name: PersonName, telephone: line(50).default(''), method: CriticalMethod })

export const CriticalResult = z.object({
  id: Id,
  studyId: Id,
  category: CriticalCategory,
  finding: z.string(),
  markedBy: z.string(),
  foundAt: Instant,
  dueAt: Instant,
  /** How often the laboratory was told, and when last. */
  notified: z.object({ times: z.int(), lastAt: Instant.nullable() }),
  /** Whom somebody told themselves, oldest first. */
  told: z.array(Told.extend({ by: z.string(), at: Instant })),
  /** Null: it is open. */
  acknowledged: z.object({ name: z.string(), at: Instant }).nullable(),
})
export type CriticalResult = z.infer<typeof CriticalResult>

const StudyParams = z.object({ studyId: Id })

export const criticalResultEndpoints = defineEndpoints({
  mark: {
    method: 'POST',
    path: '/api/studies/:studyId/critical-results',
    summary: 'Mark a critical result: the laboratory is told at once, and again until it has acknowledged it',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({
      category: CriticalCategory,
      finding: paragraph(1000).min(1),
      /** Whoever marks it has told somebody already. */
      told: Told.optional(),
      /** The same again marks once. */
      requestId: Id,
    }),
    response: ok({ result: CriticalResult }),
    errors: ['STUDY_NOT_FOUND'],
  },
  tell: {
    method: 'POST',
    path: '/api/studies/:studyId/critical-results/:resultId/communications',
    summary: 'Record whom the caller has told of a critical result, and how; it stays open until somebody acknowledges it',
    access: 'report.write',
    scope: 'study',
    params: StudyParams.extend({ resultId: Id }),
    body: Told.extend({
      /** The same again records once. */
      requestId: Id,
    }),
    response: ok({ result: CriticalResult }),
    errors: ['STUDY_NOT_FOUND', 'CRITICAL_RESULT_NOT_FOUND'],
  },
  list: {
    method: 'GET',
    path: '/api/studies/:studyId/critical-results',
    summary: "A study's critical results, newest first, with who has taken note of them",
    access: 'study.view',
    scope: 'study',
    params: StudyParams,
    response: ok({ results: z.array(CriticalResult) }),
    errors: ['STUDY_NOT_FOUND'],
  },
  open: {
    method: 'GET',
    path: '/api/critical-results/open',
    summary: "Critical results of the caller's studies that nobody has acknowledged, the first due first",
    access: 'study.view',
    scope: 'rows',
    response: ok({
      results: z.array(
        CriticalResult.extend({
          patientName: z.string().nullable(),
          patientId: z.string().nullable(),
          accessionNumber: z.string().nullable(),
          laboratory: z.string().nullable(),
        }),
      ),
    }),
    errors: [],
  },
  acknowledge: {
    method: 'POST',
    path: '/api/studies/:studyId/critical-results/:resultId/acknowledge',
    summary: 'Take note of a critical result, by name and once it was read back; the first counts',
    access: 'critical.acknowledge',
    scope: 'study',
    params: StudyParams.extend({ resultId: Id }),
    body: z.strictObject({
      name: PersonName,
      /** Whoever takes note has said patient and finding back to who told them (ACR 2020 V.C). */
      readBack: z.literal(true),
    }),
    response: ok({ result: CriticalResult }),
    errors: ['STUDY_NOT_FOUND', 'CRITICAL_RESULT_NOT_FOUND'],
  },
})
