import { Readable } from 'node:stream'
import { readDecision } from '@readroom/contracts/studies/automatic-assignment'
import {
  becauseWords,
  chosenByWords,
  explanationWords,
  leftOutWords,
  unplacedWords,
} from '@readroom/contracts/studies/dealing-words'
import {
  type AssignmentDecision,
  type DecisionFilters,
  decisionPageSize,
  assignmentDecisionEndpoints as endpoints,
  maxExportedDecisions,
  outcomeWords,
} from '@readroom/contracts/turnaround/assignment-decisions'
import { type DecisionRow, listDecisions } from '@readroom/db/turnaround/assignment-decisions'
import { listDoctorNames } from '@readroom/db/turnaround/assignment-simulations'
import { csvFile, csvLine } from '@readroom/domain/core/csv'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { sendAttachment } from '../core/http/files/attachment.ts'
import { mount } from '../core/http/mount.ts'
import { localTime } from '../core/spreadsheet/wall-clock.ts'

/** Returns what became of a study whose doctor was chosen. The doctor who reports it has it until then. */
function outcomeOf({ event, lostAt, reportedAt, dueAt }: DecisionRow, now: Date) {
  if (event !== 'assigned') return { outcome: null, outcomeAt: null }
  const isLate = (at: Date) => dueAt !== null && at > dueAt
  if (reportedAt && (lostAt === null || reportedAt < lostAt))
    return { outcome: isLate(reportedAt) ? 'reportedLate' : 'reported', outcomeAt: reportedAt.toISOString() } as const
  if (lostAt) return { outcome: 'takenBack', outcomeAt: lostAt.toISOString() } as const
  return { outcome: isLate(now) ? 'openLate' : 'open', outcomeAt: null } as const
}

function toDecision(row: DecisionRow, now: Date): AssignmentDecision[] {
  const decision = readDecision(row.event, row.details)
  const {
    id: _id,
    at,
    confirmedBy,
    studyId,
    labName,
    patientName,
    accessionNumber,
    description,
    modalities,
    dueAt,
    doctorId,
  } = row
  if (decision === null) return []
  const times = { at: at.toISOString(), dueAt: dueAt?.toISOString() ?? null }
  return [
    {
      _id,
      ...times,
      decision,
      confirmedBy,
      studyId,
      labName,
      patientName,
      accessionNumber,
      description,
      modalities,
      doctorId,
      ...outcomeOf(row, now),
    },
  ]
}

/** The names of the columns. Times have the zone in their name. */
const columnsIn = (zone: string) => [
  ...[`time (${zone})`, 'accession number', 'laboratory', 'modalities', `due (${zone})`, 'doctor', 'decision', 'confirmed by'],
  ...['why', `expected (${zone})`, 'others', 'outcome', `outcome at (${zone})`, 'study id'],
]

/** Returns a decision and its reason in the words of the screen. */
function wordsOf(decision: AssignmentDecision['decision']): [decision: string, why: string] {
  if (decision.kind === 'chosen') return [chosenByWords[decision.by], explanationWords(decision.explanation, decision.by)]
  if (decision.kind === 'takenBack') return ['Taken back', becauseWords[decision.because]]
  return ['No doctor found', unplacedWords(decision.reasons)]
}

/** Returns a decision as cells. Studies are named by their accession number and id, and by nothing of the patient. */
function cellsOf(
  { decision, ...of }: AssignmentDecision,
  doctorNames: Record<string, string>,
  say: (iso: string) => string,
): string[] {
  const nameOf = (id: string) => doctorNames[id] ?? 'A deleted doctor'
  const timeOf = (at: string | null | undefined) => (at ? say(at) : '')
  const [words, why] = wordsOf(decision)
  const explanation = decision.kind === 'chosen' ? decision.explanation : null
  return [
    timeOf(of.at),
    of.accessionNumber ?? '',
    of.labName ?? '',
    of.modalities.join('\\'),
    timeOf(of.dueAt),
    of.doctorId === null ? '' : nameOf(of.doctorId),
    words,
    of.confirmedBy ?? '',
    why,
    timeOf(explanation?.expectedAt),
    explanation?.others.map(({ doctorId, why }) => `${nameOf(doctorId)}: ${leftOutWords(why)}`).join('; ') ?? '',
    of.outcome === null ? '' : outcomeWords[of.outcome],
    timeOf(of.outcomeAt),
    of.studyId,
  ]
}

export function assignmentDecisionRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context

  async function read(filters: DecisionFilters & { before?: string | undefined }, limit: number) {
    const rows = await listDecisions(db, { ...filters, zone: settings.now().clinicTimeZone, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const now = new Date()
    const decisions = shown.flatMap((row) => toDecision(row, now))
    const others = decisions.flatMap(({ decision }) => (decision.kind === 'chosen' ? decision.explanation.others : []))
    const ids = [...decisions.flatMap(({ doctorId }) => doctorId ?? []), ...others.map(({ doctorId }) => doctorId)]
    const names = await listDoctorNames(db, [...new Set(ids)])
    const doctorNames = Object.fromEntries(names.map(({ id, name }) => [id, name]))
    return { decisions, doctorNames, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
  }

  mount(app, context, endpoints.list, ({ query }) => read(query, decisionPageSize))
  mount(app, context, endpoints.export, async ({ query, reply }) => {
    const { decisions, doctorNames } = await read(query, maxExportedDecisions)
    const zone = settings.now().clinicTimeZone
    const say = localTime(zone)
    const lines = decisions.map((decision) => csvLine(cellsOf(decision, doctorNames, say)))
    const bytes = csvFile([csvLine(columnsIn(zone)), ...lines])
    const file = { fileName: 'decisions.csv', contentType: 'text/csv; charset=utf-8', size: bytes.length }
    return sendAttachment(reply, { ...file, stream: Readable.from([bytes]) })
  })
}
