import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Countdown } from '../../../../components/study/countdown.tsx'
import { clinicDay, formatInstant } from '../../../../lib/format.ts'
import { countdownBand } from '../../../../lib/studies/countdown.ts'
import { useServerTime } from '../../../../lib/time/server-clock.ts'
import type { RoundState } from './use-round.ts'

function Due({ study }: { study: WorklistRow }) {
  const { dueAt } = study
  const today = useServerTime((now) => clinicDay(new Date(now)))
  const band = useServerTime((now) => countdownBand(study, now))
  if (dueAt === null || band === null) return null
  const { date, time, exact } = formatInstant(dueAt)
  // As short as a time: a longer line could wrap, and the viewer would draw its images anew in the smaller room.
  const day = date.slice(0, 5)
  const isPaused = band === 'paused'
  return (
    <div data-tip={isPaused ? undefined : exact}>
      <dt className="num text-2xs text-text-3 uppercase">
        {isPaused ? 'Deadline' : `Due ${clinicDay(new Date(dueAt)) === today ? time : day}`}
      </dt>
      <dd className="flex justify-end">
        <Countdown study={study} />
      </dd>
    </div>
  )
}

/** Shows the reader's position in the list, the time left for this study, and the work done in this tab. */
export function RoundFacts({
  study,
  round: { place, counts },
}: {
  study: WorklistRow
  round: Pick<RoundState, 'place' | 'counts'>
}) {
  const done = [
    ['signed', counts.signed],
    ['put aside', counts.putAside],
    ['skipped', counts.skipped.length],
  ] as const
  const words = done.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
  return (
    <dl className="flex shrink-0 gap-5 text-right text-xs">
      {words.length > 0 && (
        <div className="max-xl:hidden">
          <dt className="text-2xs text-text-3 uppercase">This session</dt>
          <dd className="num text-sm text-text-3">{words.join(' · ')}</dd>
        </div>
      )}
      <Due study={study} />
      {place && (
        <div>
          <dt className="text-2xs text-text-3 uppercase">Position</dt>
          <dd className="num text-sm text-text-2">
            {place.place} of {place.of} open
          </dd>
        </div>
      )}
    </dl>
  )
}
