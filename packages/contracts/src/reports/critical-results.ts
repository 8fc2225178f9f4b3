import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { FullName, Id, Instant, line, paragraph } from '../core/primitives.ts'

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

/** The ways to notify somebody (ACR 2020 V.C: who was told, by whom, when, how). */
export const criticalMethods = ['telephone', 'in_person', 'message'] as const
export const CriticalMethod = z.enum(criticalMethods)
export type CriticalMethod = z.infer<typeof CriticalMethod>
export const criticalMethodLabels: Record<CriticalMethod, string> = {
  telephone: 'by telephone',
  in_person: 'in person',
  message: 'by message',
}

/** Somebody who was told, and how. */
const Told = z.strictObject({ name: FullName, telephone: line(50).default(''), method: CriticalMethod })

export const CriticalResult = z.object({
  id: Id,
  studyId: Id,
  category: CriticalCategory,
  finding: z.string(),
  markedBy: z.string(),
  foundAt: Instant,
  dueAt: Instant,
  /** The number of notices to the laboratory, and the time of the last. */
  notified: z.object({ times: z.int(), lastAt: Instant.nullable() }),
  /** The people notified by telephone or in person, oldest first. */
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
    once: true,
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({
      category: CriticalCategory,
      finding: paragraph(1000).min(1),
      /** The doctor has already notified somebody. */
      told: Told.optional(),
    }),
    response: ok({ result: CriticalResult }),
    errors: ['STUDY_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
  tell: {
    method: 'POST',
    path: '/api/studies/:studyId/critical-results/:resultId/communications',
    summary: 'Record whom the caller has told of a critical result, and how; it stays open until somebody acknowledges it',
    access: 'report.write',
    once: true,
    scope: 'study',
    params: StudyParams.extend({ resultId: Id }),
    body: Told,
    response: ok({ result: CriticalResult }),
    errors: ['STUDY_NOT_FOUND', 'CRITICAL_RESULT_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
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
      name: FullName,
      /** The recipient has read patient and finding back to the caller (ACR 2020 V.C). */
      readBack: z.literal(true),
    }),
    response: ok({ result: CriticalResult }),
    errors: ['STUDY_NOT_FOUND', 'CRITICAL_RESULT_NOT_FOUND'],
  },
})
