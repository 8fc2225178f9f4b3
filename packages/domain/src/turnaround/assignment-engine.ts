import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import type {
  DealExplanation,
  DealObstacle,
  DealRule,
  NobodyReason,
  ReaderDeficit,
} from '@readroom/contracts/turnaround/assignment-engine'
import { type Eligibility, obstaclesOf, type StudyToRead, type WorkingDays } from '../studies/eligibility.ts'
import { expectedMinutes, largestMinutes } from '../studies/suggestions.ts'
import { dayOf } from '../studies/working-time.ts'
import { makeReaderShifts, type ReaderShifts } from './reader-shifts.ts'
import { compareTurns, type Turn } from './turn-order.ts'

/** A doctor who can be dealt studies. Plain data: it survives JSON. Instants are in milliseconds since 1970. */
export type Reader = Eligibility & {
  doctorId: string
  /** When the reader works. Keep the object from one deal to the next, because its times are remembered. */
  works: WorkingDays
  /** The weight of the reader's share, above 0. 100 is a full one. */
  share: number
  /** Minutes below the share, when `deficitAt` was. Null: the reader had no deal yet. */
  deficit: number
  deficitAt: number | null
  lastAssignedAt: number | null
  /** Open studies of urgency stat or emergency. */
  openStat: number
  /** Patients of whom the reader has an open study, as far as their studies are dealt. */
  openPatientIds: readonly string[]
}

/** A study to be dealt, with what the readers had to do with it. */
export type StudyToDeal = StudyToRead & {
  studyId: string
  urgency: Priority
  dueAt: number | null
  /** Null: not known to be the same as another. */
  patientId: string | null
  /** Who reported the patient's newest prior. */
  priorDoctorId: string | null
  declinedBy: readonly string[]
  /** Those who had the study before and did not read it. */
  triedBy: readonly string[]
}

/** Why a doctor is not dealt a study. */
export type Refusal = { doctorId: string; obstacles: DealObstacle[] }

/** The outcome for a study: a doctor with what all readers keep, or nobody with everybody's reasons. */
export type Deal =
  | { doctorId: string; explanation: DealExplanation; deficits: ReaderDeficit[] }
  | { doctorId: null; refusals: Refusal[] }

/** Returns who is dealt a study at an instant. Equal arguments have equal results, whatever was dealt before. */
export type Dealer = (study: StudyToDeal, readers: readonly Reader[], now: number) => Deal

/** Returns the reader's obstacles, those that last the longest first. */
function refuse(reader: Reader, study: StudyToDeal, day: string, shifts: ReaderShifts, now: number): DealObstacle[] {
  const given: DealObstacle[] = []
  if (study.declinedBy.includes(reader.doctorId)) given.push({ kind: 'declined' })
  if (study.triedBy.includes(reader.doctorId)) given.push({ kind: 'tried' })
  return [...given, ...obstaclesOf(reader, [study], day, shifts.workingAt(reader.works, now).away)]
}

/** Returns the readers with the credit of a study: so many minutes, divided by their shares. */
function credit(readers: readonly Reader[], minutes: number, shifts: ReaderShifts, now: number): (Reader & ReaderDeficit)[] {
  const shares = readers.reduce((sum, { share }) => sum + share, 0)
  return readers.map((reader) => {
    const since = reader.deficitAt ?? now
    const kept = reader.deficit / 2 ** shifts.startsBetween(reader.works, since, now)
    return { ...reader, deficit: kept + (minutes * reader.share) / shares, deficitAt: Math.max(since, now) }
  })
}

/** Reports whether a study goes to the reader with the fewest open ones of its kind. */
export const isStat = ({ urgency }: StudyToDeal) => urgency === 'STAT' || urgency === 'EMERGENCY'

/** Returns the readers among whom the turn decides, and the rule that left the others out. */
function shortlist<R extends Reader>(eligible: readonly R[], study: StudyToDeal): { rule: DealRule; readers: readonly R[] } {
  const { patientId, priorDoctorId } = study
  const ofPatient = eligible.filter(({ openPatientIds }) => patientId !== null && openPatientIds.includes(patientId))
  if (ofPatient.length > 0) return { rule: 'patient', readers: ofPatient }
  const ofPrior = eligible.filter(({ doctorId }) => doctorId === priorDoctorId)
  if (ofPrior.length > 0) return { rule: 'prior', readers: ofPrior }
  if (!isStat(study)) return { rule: 'share', readers: eligible }
  const fewest = Math.min(...eligible.map(({ openStat }) => openStat))
  return { rule: 'emergency', readers: eligible.filter(({ openStat }) => openStat === fewest) }
}

const turnOf = ({ doctorId, deficit, share, lastAssignedAt }: Reader): Turn => ({ doctorId, deficit, share, lastAssignedAt })

const byTurn = compareTurns(largestMinutes)

/** Returns a dealer for a clinic. Its zone decides the day on which licenses end. */
export function makeDealer(zone: string): Dealer {
  const shifts = makeReaderShifts(zone)
  return (study, readers, now) => {
    const day = dayOf(new Date(now), zone).toString()
    const refusals = readers.map((reader) => ({ reader, obstacles: refuse(reader, study, day, shifts, now) }))
    const free = refusals.flatMap(({ reader, obstacles }) => (obstacles.length === 0 ? [reader] : []))
    const minutes = expectedMinutes(study.modalities)
    const eligible = credit(free, minutes, shifts, now)
    const { rule, readers: chosenFrom } = shortlist(eligible, study)
    const [first] = chosenFrom.toSorted((one, other) => byTurn(turnOf(one), turnOf(other)))
    if (!first)
      return { doctorId: null, refusals: refusals.map(({ reader, obstacles }) => ({ doctorId: reader.doctorId, obstacles })) }
    return {
      doctorId: first.doctorId,
      explanation: {
        rule,
        minutes,
        deficitMinutes: Math.round(first.deficit * 10) / 10,
        openStat: first.openStat,
        eligible: eligible.length,
      },
      deficits: eligible.map(({ doctorId, deficit, deficitAt }) => ({
        doctorId,
        deficit: doctorId === first.doctorId ? deficit - minutes : deficit,
        deficitAt,
      })),
    }
  }
}

/** Returns the readers after a deal: their deficits, and the study among the open ones of the doctor who got it. */
export function afterDeal(readers: readonly Reader[], study: StudyToDeal, deal: Deal, now: number): Reader[] {
  if (deal.doctorId === null) return [...readers]
  const kept = new Map(deal.deficits.map((deficit) => [deficit.doctorId, deficit]))
  return readers.map((reader) => {
    const next = { ...reader, ...kept.get(reader.doctorId) }
    if (reader.doctorId !== deal.doctorId) return next
    const { patientId } = study
    return {
      ...next,
      lastAssignedAt: now,
      openMinutes: reader.openMinutes + deal.explanation.minutes,
      openStat: reader.openStat + (isStat(study) ? 1 : 0),
      openPatientIds: patientId === null ? reader.openPatientIds : [...new Set([...reader.openPatientIds, patientId])],
    }
  })
}

/** Returns the studies in the order in which they are dealt: the most urgent first, of equal urgency the earliest deadline. */
export const inDealingOrder = <S extends Pick<StudyToDeal, 'studyId' | 'urgency' | 'dueAt'>>(studies: readonly S[]): S[] =>
  studies.toSorted(
    (one, other) =>
      priorities.indexOf(other.urgency) - priorities.indexOf(one.urgency) ||
      (one.dueAt ?? Number.MAX_SAFE_INTEGER) - (other.dueAt ?? Number.MAX_SAFE_INTEGER) ||
      (one.studyId < other.studyId ? -1 : 1),
  )

/** Deals studies at an instant, each after the one before it in their order. Returns what became of each, and the readers afterwards. */
export function dealAll<S extends StudyToDeal>(
  dealer: Dealer,
  studies: readonly S[],
  readers: readonly Reader[],
  now: number,
): { deals: { study: S; deal: Deal }[]; readers: Reader[] } {
  let present = [...readers]
  const deals = inDealingOrder(studies).map((study) => {
    const deal = dealer(study, present, now)
    present = afterDeal(present, study, deal, now)
    return { study, deal }
  })
  return { deals, readers: present }
}

/** Counts the doctors by the obstacle that lasts the longest, the most frequent first. Nothing: there is no doctor. */
export function countRefusals(refusals: readonly Refusal[]): NobodyReason[] {
  const counts = new Map<DealObstacle['kind'], number>()
  for (const { obstacles } of refusals) {
    const [first] = obstacles
    if (first) counts.set(first.kind, (counts.get(first.kind) ?? 0) + 1)
  }
  return [...counts]
    .map(([kind, doctors]) => ({ kind, doctors }))
    .toSorted((one, other) => other.doctors - one.doctors || one.kind.localeCompare(other.kind))
}
