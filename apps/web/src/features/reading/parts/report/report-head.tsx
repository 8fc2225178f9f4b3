import { plainText } from '@readroom/report/plain-text'
import { notify } from '../../../../lib/notify.tsx'
import { isTakingOver } from '../../session/machine/state.ts'
import { HoldBar } from './hold-bar.tsx'
import { reportTitles } from './report-titles.ts'
import { SaveStatus } from './save-status.tsx'
import { TextChoice } from './text-choice.tsx'
import type { Writing } from './use-writing.ts'

const copyText = (text: string) => navigator.clipboard.writeText(text).then(() => notify.success('Copied'))

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
          isTakingOver={isTakingOver(state)}
          onTake={(takeOver) => void session?.take(takeOver)}
          onCopy={() => void copyText(plainText(editor.report()))}
        />
      )}
      {conflict && session && <TextChoice conflict={conflict} hold={hold} session={session} />}
    </>
  )
}
