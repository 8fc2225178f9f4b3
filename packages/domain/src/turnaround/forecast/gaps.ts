import type { ForecastGap } from '@readroom/contracts/turnaround/workload'
import { joinSpans, type Span, without } from '../../studies/assignments/presence-times.ts'
import type { ForecastJob, ForecastReader, Stream } from './forecast-input.ts'

/** Shorter gaps in which nothing is due are no news: shifts do not always meet. */
const shortMs = 3_600_000

type Gap = { stream: Stream; from: number; to: number | null; open: number; expected: number; due: number }

/** Returns the times in which nobody of the readers is on, up to the end of the hours. `to`: when somebody comes, or null. */
function spansWithout(on: readonly Span[], within: Span): { from: number; to: number | null }[] {
  const left = on.reduce<Span[]>((spans, one) => spans.flatMap((span) => without(span, one)), [within])
  const next = (end: number) => on.find(({ from }) => from >= end)?.from ?? null
  return left.map(({ from, to }) => ({ from, to: to < within.to ? to : next(to) }))
}

function gapsOf(
  stream: Stream,
  jobs: readonly ForecastJob[],
  readAt: (job: ForecastJob) => number,
  on: readonly Span[],
  within: Span,
) {
  return spansWithout(on, within).map(({ from, to }): Gap => {
    const end = to ?? within.to
    // What arrives as the gap begins arrives in it.
    const open = jobs.filter((job) => readAt(job) > from && (job.readyAt < from || !job.isExpected))
    const expected = jobs.filter((job) => job.isExpected && job.readyAt >= from && job.readyAt < end)
    const due = [...open, ...expected].filter(({ dueAt }) => dueAt !== null && dueAt >= from && dueAt < end)
    return { stream, from, to, open: open.length, expected: expected.length, due: due.length }
  })
}

const isNews = ({ from, to, open, expected, due }: Gap) =>
  due > 0 || (open + expected > 0 && (to === null || to - from >= shortMs))

/** Returns what the streams of a gap are, as few words as say it. `ofLab`: all streams of the laboratory. */
function workOf(streams: readonly Stream[], ofLab: readonly Stream[]): ForecastGap['work'] {
  if (streams.length === ofLab.length) return null
  const isSame = (one: Stream) => (other: Stream) => one.modalities.join() === other.modalities.join()
  return streams
    .map((stream) => {
      const isAlone = ofLab.filter(isSame(stream)).length === streams.filter(isSame(stream)).length
      return { modalities: [...stream.modalities], bodyRegions: isAlone ? null : [...stream.bodyRegions].toSorted() }
    })
    .filter(({ modalities, bodyRegions }, place, all) => {
      const first = all.findIndex((other) => other.modalities.join() === modalities.join())
      return bodyRegions !== null || first === place
    })
    .toSorted((one, other) => one.modalities.join().localeCompare(other.modalities.join()))
}

const text = (at: number) => new Date(at).toISOString()

/** Returns when nobody is on who reads studies of a laboratory, the first gap first. Those of the same times are one. */
export function findGaps(
  streams: readonly Stream[],
  jobs: readonly ForecastJob[],
  readAt: (job: ForecastJob) => number,
  readers: readonly ForecastReader[],
  hours: readonly Span[],
): ForecastGap[] {
  const within = { from: hours[0]?.from ?? 0, to: hours.at(-1)?.to ?? 0 }
  const jobsOf = Map.groupBy(jobs, ({ stream }) => stream)
  const gaps = streams
    .flatMap((stream) => {
      const on = joinSpans(readers.flatMap(({ doctorId, on }) => (stream.readerIds.includes(doctorId) ? on : [])))
      return gapsOf(stream, jobsOf.get(stream) ?? [], readAt, on, within)
    })
    .filter(isNews)
  const together = Map.groupBy(gaps, ({ stream, from, to }) =>
    JSON.stringify([stream.labId, from, to, stream.readerIds.length > 0]),
  )
  const sum = (of: readonly Gap[], count: (gap: Gap) => number) => of.reduce((total, gap) => total + count(gap), 0)
  return [...together.values()]
    .flatMap((same): ForecastGap[] => {
      const [first] = same
      if (!first) return []
      const { labId, readerIds } = first.stream
      const busy = streams.filter((stream) => stream.labId === labId && jobsOf.has(stream))
      return [
        {
          labId,
          work: workOf(
            same.map(({ stream }) => stream),
            busy,
          ),
          hasReaders: readerIds.length > 0,
          from: text(first.from),
          to: first.to === null ? null : text(first.to),
          open: sum(same, ({ open }) => open),
          expected: sum(same, ({ expected }) => expected),
          due: sum(same, ({ due }) => due),
        },
      ]
    })
    .toSorted((one, other) => one.from.localeCompare(other.from) || other.due - one.due || other.open - one.open)
}
