import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import { toContent } from '@readroom/report/content'
import { useEffect, useRef } from 'react'
import { CheckboxField } from '../../../../components/inputs/checkbox.tsx'
import { formatInstant } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session/session.ts'
import type { Unread } from '../../session/machine/state.ts'
import { ReportText } from '../editor/report-text.tsx'

type Props = {
  unread: Unread
  /** The draft as it was last saved. Null if it is not known. */
  saved: Pick<ReportDraft, 'savedBy' | 'savedAt'> | null
  isRead: boolean
  /** Called when the end of the text was on screen, or the signer says that they have read it. */
  onRead: (isRead: boolean) => void
}

/** A screen of another density shows the last line without reaching the last pixel. */
const tolerance = 2

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) => scrollTop + clientHeight >= scrollHeight - tolerance

/** Shows the whole report to read before signing. */
export function ReviewText({ unread, saved, isRead, onRead }: Props) {
  const { fullName } = useUser()
  const writer = saved?.savedBy === fullName ? 'you' : saved?.savedBy
  const last = saved ? ` (last saved by ${writer}, ${formatInstant(saved.savedAt).text})` : ''
  const { document, isForeign } = unread
  const scroller = useRef<HTMLDivElement>(null)
  const look = () => {
    if (scroller.current && isAtEnd(scroller.current)) onRead(true)
  }
  // A short text is on screen completely.
  useEffect(look, [])
  return (
    <section aria-label="Report to sign" className="grid gap-2">
      <p className="font-medium">
        {isForeign
          ? `This report has text from before it was opened here${last}. Read all of it before you sign.`
          : 'You have not changed this report since you opened it. Read it before you sign.'}
      </p>
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        data-autofocus
        role="document"
        aria-label="Text of the report"
        onScroll={look}
        className="max-h-[45dvh] overflow-y-auto rounded-sm border border-line px-3 py-2"
      >
        <ReportText content={toContent(document)} />
      </div>
      {!isRead && (
        <CheckboxField
          labelClass="flex items-center gap-2"
          label="I have read the whole report (or scroll to its end)"
          checked={isRead}
          onChange={({ target }) => onRead(target.checked)}
        />
      )}
    </section>
  )
}
