import { plainText } from '@readroom/report/plain-text'
import { Lock } from 'lucide-react'
import { Button } from '../../../../components/ui/button.tsx'
import { copyText } from '../../../../lib/copy-text.ts'
import { formatInstant } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { type HoldState, isComing, isTakingOver } from '../../session/machine/state.ts'
import { TextChoice } from '../compare/compare-dialog.tsx'
import { SaveStatus } from './save-status.tsx'
import { reportTitles, type Writing } from './use-writing.ts'

function wordsOf(hold: Exclude<HoldState, { is: 'mine' }>, userName: string): string {
  if (hold.is === 'free') return 'Nobody is writing this report.'
  if (hold.is === 'gone') return hold.why
  if (hold.is === 'lost' && hold.name === userName) return 'You have taken over this report in another window.'
  if (hold.is === 'lost') return `${hold.name} has taken over this report.`
  const since = formatInstant(hold.since).time
  return hold.isOwn
    ? `You have been writing this report in another window since ${since}.`
    : `${hold.name} has been writing this report since ${since}. You can read it.`
}

type HoldBarProps = {
  hold: HoldState
  isOpening: boolean
  isTakingOver: boolean
  onTake: (takeOver: boolean) => void
  onCopy: () => void
}

/** Shows who writes the report, if it is not this window, and offers to take it over. */
function HoldBar({ hold, isOpening, isTakingOver, onTake, onCopy }: HoldBarProps) {
  const { fullName } = useUser()
  if (hold.is === 'mine') return null
  const words = isOpening ? 'The report opens for writing…' : wordsOf(hold, fullName)
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line bg-yellow-wash px-4 py-1 text-yellow-fg"
    >
      <Lock size={14} aria-hidden className="shrink-0" />
      <bdi className="min-w-0 flex-1">{words}</bdi>
      {hold.is === 'gone' && <Button onClick={onCopy}>Copy text</Button>}
      {hold.is !== 'gone' && !isOpening && (
        <Button disabled={isTakingOver} onClick={() => onTake(hold.is !== 'free')}>
          {isTakingOver && 'Taking over…'}
          {!isTakingOver && (hold.is === 'free' ? 'Write' : 'Take over')}
        </Button>
      )}
    </div>
  )
}

/** Shows above the text: its template, whether it is saved, who writes it, and whether there is another text. */
export function ReportHead({ writing }: { writing: Writing }) {
  const { session, state, hold, isMine, kind, conflict, templates, editor } = writing
  return (
    <>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-1">
        <h2 className="text-sm font-medium text-text-2">{reportTitles[kind]}</h2>
        {isMine && <div className="mr-auto">{templates.choice}</div>}
        {state && isMine && !conflict && <SaveStatus save={state.save} onRetry={() => void session?.saveNow()} />}
      </div>
      {state && (
        <HoldBar
          hold={hold}
          isOpening={hold.is === 'free' && isComing(state)}
          isTakingOver={isTakingOver(state)}
          onTake={(takeOver) => void session?.take(takeOver)}
          onCopy={() => copyText(plainText(editor.report()))}
        />
      )}
      {conflict && session && <TextChoice conflict={conflict} hold={hold} session={session} />}
    </>
  )
}
