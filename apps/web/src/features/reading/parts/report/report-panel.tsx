import { type RefObject, useState } from 'react'
import type { Opening } from '../../requests/reading.queries.ts'
import type { Beginning } from '../../session/machine/beginning.ts'
import { writtenKey } from '../keyboard/reading-keys.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { ReportBody } from './report-body.tsx'
import { ReportFooter } from './report-footer.tsx'
import { ReportHead } from './report-head.tsx'
import { useReportActions, useReportCommands } from './use-report-actions.ts'
import { reportTitles, useWriting } from './use-writing.ts'
import { WarningLine } from './warning-line.tsx'

type ReasonProps = {
  field: RefObject<HTMLTextAreaElement | null>
  reason: string
  isEditable: boolean
  onReason: (reason: string) => void
}

/** Shows the reason for a correction, above its text. */
function CorrectionReason({ field, reason, isEditable, onReason }: ReasonProps) {
  return (
    <label className="shrink-0 border-b border-line px-4 py-2 text-xs font-medium text-text-2">
      Reason for the correction
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        maxLength={2000}
        readOnly={!isEditable}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        className="mt-1 block w-full resize-y rounded-sm border border-line-strong bg-surface px-2 py-1 text-md text-text"
      />
    </label>
  )
}

type Props = {
  opening: Opening
  beginning: Beginning
  hasSeveralTemplates: boolean
  round: RoundInReport
  /** The element for the buttons, below everything else. */
  foot: HTMLElement | null
  /** Called when the study must be reloaded. */
  onStale: () => void
  /** Called when the report turns out to be signed already. */
  onSigned: () => void
}

/** Shows the report being written in this window. */
export function ReportPanel({ opening, beginning, hasSeveralTemplates, round, foot, onStale, onSigned }: Props) {
  const writing = useWriting({ opening, beginning, hasSeveralTemplates, round, onSigned })
  // Its status changes with the first save here.
  const [hasUploadedDraft] = useState(beginning.draft === null && opening.study.workflowStatus === 'report_drafted')
  const actions = useReportActions({ writing, opening, round, onStale })
  useReportCommands(writing, actions)
  const { kind, session, editor, templates } = writing
  const waiting = editor.findings.filter((finding) => !editor.kept.includes(finding))
  return (
    <section aria-label={reportTitles[kind]} className="flex h-full min-w-0 flex-col bg-surface">
      <ReportHead writing={writing} />
      {hasUploadedDraft && (
        <p role="status" className="shrink-0 border-b border-line bg-yellow-wash px-4 py-1.5 text-yellow-fg">
          A draft of this report was uploaded as a file. It is among the documents: {writtenKey('documents')}.
        </p>
      )}
      {kind === 'correction' && (
        <CorrectionReason
          field={actions.reasonField}
          reason={writing.reason}
          isEditable={writing.isMine}
          onReason={(reason) => session?.setReason(reason)}
        />
      )}
      <ReportBody opening={opening} writing={writing} report={beginning.document} />
      {writing.isMine && actions.criticalLine}
      <WarningLine
        findings={writing.isMine ? waiting : []}
        hasTried={actions.hasTried}
        onShow={editor.show}
        onKeep={editor.keep}
      />
      <ReportFooter writing={writing} actions={actions} foot={foot} round={round} />
      {actions.signDialog}
      {templates.list}
      {templates.newBlock}
    </section>
  )
}
