import { can } from '@readroom/contracts/core/permissions'
import { type Pause, pauseDays, pauseReasonNames } from '@readroom/contracts/studies/pause-reasons'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { CirclePause, MessageCircleQuestionMark } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/session.ts'
import { useServerTime } from '../../../lib/time/server-clock.ts'
import { AnswerForm } from './answer-form.tsx'
import { AskForm } from './ask-form.tsx'
import { pauseCallsOf } from './pauses.queries.ts'
import { usePauseChange } from './use-pause-change.ts'

/** Returns true while a study waits for a report and has a deadline, so that it can be paused. */
export const canBePaused = ({ dueAt, reportedDate }: Pick<WorklistRow, 'dueAt' | 'reportedDate'>): boolean =>
  dueAt !== null && reportedDate === null

type PausedProps = { studyId: string; pause: Pause; isOver: boolean }

/** Ends or renews a pause without an answer. */
function PauseButtons({ studyId, pause: { since }, isOver }: PausedProps) {
  const calls = pauseCallsOf(studyId)
  const renewing = usePauseChange({ studyId, change: () => calls.renew(since), done: 'Pause renewed' })
  const resuming = usePauseChange({
    studyId,
    change: () => calls.resume(since),
    done: isOver ? 'Question closed' : 'The clock runs again.',
  })
  const failure = renewing.failure ?? resuming.failure
  const isBusy = renewing.isBusy || resuming.isBusy
  return (
    <>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <div className="flex flex-wrap gap-2">
        <Button className="max-lg:h-11" disabled={isBusy} onClick={() => resuming.start()}>
          {isOver ? 'Close question' : 'Resume without answer'}
        </Button>
        {!isOver && (
          <Button className="max-lg:h-11" disabled={isBusy} onClick={() => renewing.start()}>
            {`Renew for ${pauseDays} days`}
          </Button>
        )}
      </div>
    </>
  )
}

function Paused({ studyId, pause, isOver }: PausedProps) {
  const { role } = useUser()
  const { reason, since, until } = pause
  return (
    <>
      <p className="flex items-start gap-2">
        <CirclePause size={16} aria-hidden className="mt-0.5 shrink-0 text-purple-fg" />
        <span>
          {isOver
            ? `The pause for ${pauseReasonNames[reason]} ended by itself on ${formatInstant(until).text}. The question still waits.`
            : `Paused for ${pauseReasonNames[reason]} since ${formatInstant(since).text}. Ends by itself on ${formatInstant(until).text}.`}
        </span>
      </p>
      {can(role, 'deadline.answer') && <AnswerForm studyId={studyId} since={since} />}
      {can(role, 'deadline.pause') && <PauseButtons studyId={studyId} pause={pause} isOver={isOver} />}
    </>
  )
}

type Props = { row: WorklistRow; isAsking: boolean; onAsking: (isAsking: boolean) => void }

/** Shows the pause of a study's deadline, and lets those ask and answer who may. */
export function PausePanel({ row, isAsking, onAsking }: Props) {
  const { role } = useUser()
  const { _id: studyId, pause } = row
  const isOver = useServerTime((now) => (pause !== null && Date.parse(pause.until) <= now.getTime() ? 1 : 0)) === 1
  const mayAsk = can(role, 'deadline.pause') && canBePaused(row) && (pause === null || isOver)
  const isShown = pause !== null && row.reportedDate === null
  if (!isShown && !mayAsk) return null
  return (
    <section aria-label="Question to the laboratory" className="grid shrink-0 gap-3 border-t border-line px-5 py-3">
      {isShown && <Paused key={pause.since} studyId={studyId} pause={pause} isOver={isOver} />}
      {mayAsk && isAsking && <AskForm studyId={studyId} onClose={() => onAsking(false)} />}
      {mayAsk && !isAsking && (
        <Button className="justify-self-start max-lg:h-11" onClick={() => onAsking(true)}>
          <MessageCircleQuestionMark size={14} aria-hidden /> Ask the laboratory
        </Button>
      )}
    </section>
  )
}
