import type { ForecastGap, LabForecast } from '@readroom/contracts/turnaround/workload'
import { makeAbleReaders } from '../../studies/assignments/able-readers.ts'
import { needsOf, type StudyToRead } from '../../studies/assignments/eligibility.ts'
import { expectArrivals, weightedMedian } from './arrivals.ts'
import type { ForecastInput, ForecastJob, Stream } from './forecast-input.ts'
import { findGaps } from './gaps.ts'
import { readAhead } from './reading-ahead.ts'

const minuteMs = 60_000

function streamsOf({ open, arrived, readers }: ForecastInput): Stream[] {
  const ableTo = makeAbleReaders(readers)
  const streams = new Map<string, Stream>()
  function streamOf(study: StudyToRead): Stream {
    const needs = needsOf([study])
    const readerIds = ableTo(needs).map(({ doctorId }) => doctorId)
    const { labId, labName } = study
    const key = JSON.stringify([labId, needs.modalities, readerIds])
    const stream = streams.get(key) ?? {
      labId,
      labName,
      modalities: needs.modalities,
      bodyRegions: new Set(),
      readerIds,
      open: [],
      arrived: [],
    }
    for (const region of needs.bodyRegions) stream.bodyRegions.add(region)
    streams.set(key, stream)
    return stream
  }
  for (const study of open) streamOf(study).open.push(study)
  for (const study of arrived) streamOf(study).arrived.push(study)
  return [...streams.values()]
}

/** Returns the jobs of a stream: its open studies, and those that are expected, as usual by modality, each ready as its hour begins. */
function jobsOf(stream: Stream, { hours, weeks }: ForecastInput): ForecastJob[] {
  const now = hours[0]?.from ?? 0
  const { open, arrived, readerIds } = stream
  const waiting = open.map(({ urgency, dueAt, minutes, heldBy }): ForecastJob => {
    const by = heldBy.length > 0 ? heldBy : readerIds
    return { urgency, dueAt, minutes, readyAt: now, readerIds: by, stream, isExpected: false }
  })
  const minutes = weightedMedian(arrived.map(({ minutes, count }) => ({ value: minutes, count }))) ?? 0
  const due = weightedMedian(
    arrived.flatMap(({ dueMinutes, count }) => (dueMinutes === null ? [] : [{ value: dueMinutes, count }])),
  )
  const expected = expectArrivals(arrived, weeks, hours.length).flatMap((count, hour) => {
    const readyAt = hours[hour]?.from ?? now
    const dueAt = due === null ? null : readyAt + due * minuteMs
    return Array.from({ length: count }, (): ForecastJob => {
      return { urgency: 'NORMAL', dueAt, minutes, readyAt, readerIds, stream, isExpected: true }
    })
  })
  return [...waiting, ...expected]
}

type LabFigures = Omit<LabForecast, 'labId' | 'name'>

function figuresOf(jobs: readonly ForecastJob[], readAt: (job: ForecastJob) => number, { hours }: ForecastInput): LabFigures {
  const now = hours[0]?.from ?? 0
  const ofHours = hours.map(() => ({ expected: 0, open: 0, late: 0 }))
  let late = 0
  let lateFrom: number | null = null
  for (const job of jobs) {
    const done = readAt(job)
    const missedAt = job.dueAt !== null && done > job.dueAt ? job.dueAt : null
    if (missedAt !== null && missedAt < now) late += 1
    for (const [place, { from, to }] of hours.entries()) {
      const hour = ofHours[place]
      if (hour === undefined) continue
      if (job.isExpected && job.readyAt === from) hour.expected += 1
      if (job.readyAt < to && done >= to) hour.open += 1
      if (missedAt === null || missedAt < from || missedAt >= to) continue
      hour.late += 1
      lateFrom = Math.min(missedAt, lateFrom ?? missedAt)
    }
  }
  return { late, lateFrom: lateFrom === null ? null : new Date(lateFrom).toISOString(), hours: ofHours }
}

const byLateness = (one: LabForecast, other: LabForecast) =>
  (one.lateFrom ?? '9').localeCompare(other.lateFrom ?? '9') ||
  other.late - one.late ||
  (one.name ?? '').localeCompare(other.name ?? '')

/**
 * Returns when nobody reads studies in the next hours, and from when they will be late, of every laboratory with open or expected studies
 * (docs/decisions/turnaround/forecast.md).
 */
export function forecast(input: ForecastInput): { gaps: ForecastGap[]; labs: LabForecast[] } {
  const streams = streamsOf(input)
  const jobs = streams.flatMap((stream) => jobsOf(stream, input))
  const read = readAhead(jobs, input.readers, input.hours)
  const readAt = (job: ForecastJob) => read.get(job)?.at ?? Number.POSITIVE_INFINITY
  const labs = [...Map.groupBy(jobs, ({ stream }) => stream.labId)].map(([labId, ofLab]): LabForecast => {
    return { labId, name: ofLab[0]?.stream.labName ?? null, ...figuresOf(ofLab, readAt, input) }
  })
  return { gaps: findGaps(streams, jobs, readAt, input.readers, input.hours), labs: labs.toSorted(byLateness) }
}
