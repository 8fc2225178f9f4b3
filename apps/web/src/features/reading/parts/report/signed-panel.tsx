import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../../components/inputs/field.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { cx } from '../../../../lib/cx.ts'
import { Criticals } from '../../../reports/signed-report/criticals.tsx'
import type { Opening } from '../../requests/reading.queries.ts'
import { SignedVersions } from '../editor/report-text.tsx'
import { KeptText } from './kept-text.tsx'

type Begin = (kind: ReportKind, reason: string) => void

/** Asks for the reason of a correction. */
function ReasonDialog({ onBegin, onClose }: { onBegin: (reason: string) => void; onClose: () => void }) {
  const formId = useId()
  const [reason, setReason] = useState('')
  const begin = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onBegin(reason.trim())
  }
  return (
    <Dialog
      title="Correct report"
      width="max-w-120"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={reason.trim() === ''}>
            Write correction
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={begin} className="p-5">
        <Field
          label="Reason for the correction"
          hint="Shown in the corrected report. The earlier report stays readable."
          required
        >
          {(control) => (
            <textarea
              dir="auto"
              rows={3}
              maxLength={2000}
              required
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              {...control}
              className={cx(control.className, 'block h-auto! resize-y py-1.5')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

/** Shows the signed versions of a study, and the buttons for an addendum or a correction. `onBegin` is undefined if the page is read-only. */
export function SignedPanel({ opening, onBegin }: { opening: Opening; onBegin?: Begin }) {
  const { study, localKey, versions, kinds, draft, hold } = opening
  const [isAsking, setAsking] = useState(false)
  const follows = onBegin && kinds.includes('addendum')
  return (
    <section aria-label="Report" className="flex h-full min-w-0 flex-col bg-surface">
      <h2 className="flex min-h-10 shrink-0 items-center border-b border-line px-4 text-sm font-medium text-text-2">Report</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        {onBegin && (
          <div className="px-4 not-empty:border-b not-empty:border-line not-empty:py-3">
            <KeptText
              studyId={study._id}
              localKey={localKey}
              why="It is not in the signed report. Write an addendum or a correction to use it, or copy it."
            />
          </div>
        )}
        {hold && !hold.isThisWindow && <p className="bg-yellow-wash px-4 py-2 text-yellow-fg">{hold.userName} is writing now.</p>}
        {draft && (
          <p className="px-4 pt-3 text-text-2">
            There is an unsigned draft.{follows && ' A correction or an addendum continues with its text.'}
          </p>
        )}
        {versions.length === 0 && (
          <p className="px-4 py-3 text-text-2">
            {follows ? 'The report of this study is a file. See Documents.' : 'No report signed in Readroom.'}
          </p>
        )}
        <SignedVersions versions={versions} />
        <Criticals studyId={study._id} />
      </div>
      {follows && (
        <footer className="flex min-h-12 shrink-0 items-center justify-end gap-2 border-t border-line bg-canvas px-4">
          <Button onClick={() => setAsking(true)}>Correct report</Button>
          <Button look="primary" onClick={() => onBegin('addendum', '')}>
            Write addendum
          </Button>
        </footer>
      )}
      {isAsking && onBegin && (
        <ReasonDialog onBegin={(reason) => onBegin('correction', reason)} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}
