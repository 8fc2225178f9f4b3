import { type StudySummary, stepFactsOf } from '@readroom/contracts/patients/summary'
import { pauseReasonNames } from '@readroom/contracts/studies/pause-reasons'
import { type CourseStep, courseSteps } from '@readroom/contracts/studies/study-workflow'
import { formatMinutes } from '@readroom/contracts/turnaround/turnaround'
import {
  BellRing,
  CalendarClock,
  Check,
  CircleDot,
  CirclePause,
  CirclePlay,
  ClipboardCheck,
  ClipboardX,
  Download,
  type LucideIcon,
  Phone,
  RotateCcw,
  Send,
  SkipForward,
  TriangleAlert,
  Undo2,
  UserMinus,
  UserX,
} from 'lucide-react'
import { StatusDot } from '../../../components/study/status-dot.tsx'
import { Fact } from '../../../components/study/study-facts.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant, formatSpan } from '../../../lib/format.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { dealingWords } from '../../../lib/studies/dealing-words.ts'
import { escalationLabels } from '../../../lib/studies/escalation-words.ts'
import { skipReasonWords } from '../../../lib/studies/reading-words.ts'
import { type CourseWait, courseWaits } from './course-waits.ts'
import { toldWords } from './told-words.ts'

/** The icons of steps that no status marks. A step without one has a neutral icon. */
const icons: Partial<Record<CourseStep, LucideIcon>> = {
  unassigned: UserMinus,
  declined: Undo2,
  passedOver: Undo2,
  unplaced: UserX,
  moveProposed: UserX,
  imagesDownloaded: Download,
  skipped: SkipForward,
  recalled: Undo2,
  dispatched: Send,
  reset: RotateCcw,
  withdrawn: Undo2,
  paused: CirclePause,
  pauseRenewed: CirclePause,
  resumed: CirclePlay,
  answered: CirclePlay,
  pauseExpired: CirclePlay,
  deadlineChanged: CalendarClock,
  escalated: BellRing,
  criticalMarked: TriangleAlert,
  criticalTold: Phone,
  criticalAcknowledged: Check,
  orderMatched: ClipboardCheck,
  orderUnmatched: ClipboardX,
}

/** Shows the mark of a step. A download by the laboratory counts as delivery of the report. */
function Mark({ step, byRole }: CourseWait) {
  const { status } = courseSteps[step]
  if (step === 'reportDownloaded' && byRole === 'lab_staff') return <StatusDot status="final_report_downloaded" />
  if (status) return <StatusDot status={status} />
  const Icon = icons[step] ?? CircleDot
  return <Icon size={14} aria-hidden className="text-icon" />
}

function Wait({ wait, isLongest, isRunning }: CourseWait) {
  if (wait === null) return null
  return (
    <>
      <span
        aria-hidden
        className={cx('min-w-4 flex-1 border-t max-sm:hidden', isRunning ? 'border-dashed border-control' : 'border-line-strong')}
      />
      <span className={cx('num shrink-0 text-sm', isLongest ? 'font-semibold text-text' : 'text-text-2')}>
        {formatMinutes(wait)}
        {isRunning ? ' so far' : <span className="sr-only"> until the next step</span>}
        {isLongest && <span className="sr-only">, the longest wait</span>}
      </span>
      {!isRunning && <span aria-hidden className="w-1.5 border-t border-line-strong max-sm:hidden" />}
    </>
  )
}

/** Shows the time of a step, with the day if it differs from the previous step's. */
function StepTime({ at, before }: { at: string; before: string | undefined }) {
  const { date, time, exact } = formatInstant(at)
  const isSameDay = before !== undefined && formatInstant(before).date === date
  return (
    <time dateTime={at} data-tip={exact} className="num block whitespace-nowrap text-text-2 max-sm:text-right">
      {isSameDay ? time : `${date} ${time}`}
    </time>
  )
}

/** Names that a step shows. All are in its tip. */
const mostNames = 4

const timeOf = (at: string | null) => (at === null ? 'none' : formatInstant(at).text)

/** Returns what a study waits for, or how long it has waited. */
const pauseWords = ({ reason, minutes }: NonNullable<CourseWait['pause']>): string =>
  minutes === null ? `For ${pauseReasonNames[reason]}` : `Paused ${formatSpan(minutes)} for ${pauseReasonNames[reason]}`

/** Returns the reason of a step in words, or null. */
function whyOf({ at, step, skip, deadline, pause, escalation, dealing, mark }: CourseWait): string | null {
  if (mark) return mark.note || null
  if (dealing) return dealingWords(dealing) || null
  if (step === 'unassigned') return 'Automatic assignment leaves it alone from now on'
  if (pause) return [pauseWords(pause), pause.text].filter(Boolean).join(': ')
  if (escalation) return toldWords(at, escalation, mostNames)
  if (skip) return [skipReasonWords[skip.reason], skip.note].filter(Boolean).join(': ')
  return deadline && `${timeOf(deadline.before)} to ${timeOf(deadline.after)}: ${deadline.reason}`
}

function Step({ entry, before }: { entry: CourseWait; before: string | undefined }) {
  const { by, doctorName } = entry
  const who = doctorName ?? by
  const why = whyOf(entry)
  const tip = doctorName !== null && by !== null && by !== doctorName ? `${doctorName}, by ${by}` : undefined
  return (
    <li className="grid min-w-0 grid-cols-[14px_1fr_auto] gap-x-2 text-sm sm:block sm:pr-2">
      <div className="row-span-2 flex flex-col items-center gap-1 self-stretch sm:h-5 sm:flex-row sm:gap-1.5">
        <Mark {...entry} />
        {entry.wait !== null && <span aria-hidden className="w-px flex-1 bg-line-strong sm:hidden" />}
        <span className="hidden flex-1 items-center gap-1.5 sm:flex">
          <Wait {...entry} />
        </span>
      </div>
      <p className="min-w-0 font-medium">
        {entry.escalation ? escalationLabels[entry.escalation.step] : stepFactsOf(entry).label}
      </p>
      <StepTime at={entry.at} before={before} />
      {!entry.escalation && (
        <p {...(tip ? { 'data-tip': tip } : { 'data-full': true })} className="truncate text-text-2">
          <Fact value={who} />
        </p>
      )}
      {why && (
        <p
          {...(entry.escalation && { 'data-tip': toldWords(entry.at, entry.escalation) })}
          className="col-start-2 break-words text-text-2"
        >
          {why}
        </p>
      )}
      <p className="text-right sm:hidden">
        <Wait {...entry} />
      </p>
    </li>
  )
}

/** Shows the history of the study with the time between the steps. The longest wait is highlighted. */
export function Course({ summary }: { summary: StudySummary }) {
  const now = useNow(60_000)
  const entries = courseWaits(summary, now)
  if (entries.length === 0) return null
  return (
    <ol
      aria-label="Study history"
      className="grid gap-x-1 gap-y-3 border-b border-line px-5 py-3 sm:grid-cols-[repeat(auto-fill,minmax(132px,1fr))]"
    >
      {entries.map((entry, index) => (
        <Step key={`${entry.step} ${entry.at} ${entry.by}`} entry={entry} before={entries[index - 1]?.at} />
      ))}
    </ol>
  )
}
