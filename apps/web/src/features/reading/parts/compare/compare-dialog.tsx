import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { readContent, toContent } from '@readroom/report/content'
import { plainText, sectionTexts } from '@readroom/report/plain-text'
import { useState } from 'react'
import { TextDiff } from '../../../../components/study/text-diff.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../../components/ui/form-message.tsx'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { copyText } from '../../../../lib/copy-text.ts'
import { cx } from '../../../../lib/cx.ts'
import { formatInstant } from '../../../../lib/format.ts'
import { useChange } from '../../../../lib/hooks/use-change.ts'
import type { Conflict, HoldState } from '../../session/machine/state.ts'
import type { DraftSession } from '../../session/run.ts'

const sectionsOf = (content: ReportContent) => sectionTexts(readContent(content))

type SideProps = { title: string; note: string; content: ReportContent; other: ReportContent; diff?: boolean }

/** Shows one of two texts. Sections that differ from the other text are marked. With `diff`, so are the words that differ. */
function Side({ title, note, content, other, diff }: SideProps) {
  const others = new Map(sectionsOf(other).map(({ id, text }) => [id, text]))
  const shown = sectionsOf(content)
  return (
    <section aria-label={title} className="min-w-0 p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="num mb-2 text-xs text-text-2">{note}</p>
      {shown.length === 0 && <p className="text-text-3">Empty</p>}
      {shown.map(({ id, title: name, text }) => {
        const differs = others.get(id) !== text
        return (
          <div
            key={id}
            className={cx(
              'mb-2 rounded-sm border-l-2 py-1 pl-2.5',
              differs ? 'border-yellow-dot bg-yellow-wash' : 'border-transparent',
            )}
          >
            <h4 className="text-sm font-semibold text-text-2">
              {name}
              {differs && <span className="ml-2 text-xs font-medium text-yellow-fg">differs</span>}
            </h4>
            <p dir="auto" className="break-words whitespace-pre-wrap select-text">
              {differs && diff ? <TextDiff before={others.get(id) ?? ''} after={text} /> : text}
            </p>
          </div>
        )
      })}
    </section>
  )
}

type Props = {
  conflict: Conflict
  /** The text with which the report begins if nothing is saved. */
  beginning: ReportContent
  /** The name of the current writer, if it is not this window. */
  holder: string | null
  onChoose: (which: 'mine' | 'theirs') => Promise<void>
  onClose: () => void
}

/** Shows two versions of a draft side by side. The user chooses one, so that neither is overwritten unnoticed. */
function CompareDialog({ conflict: { from, mine, theirs }, beginning, holder, onChoose, onClose }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: onChoose,
    failed: (error) => reasonOf(error, 'The text could not be saved. Please try again.'),
    onFailure: setFailure,
  })
  const choose = (which: 'mine' | 'theirs') => {
    setFailure(null)
    start(which)
  }
  // Both may be of this writer, for example after a reload in mid-word. Enter must not lose the newer words.
  const isServerNewer = theirs !== null && theirs.savedAt > mine.at
  const other = theirs
    ? {
        title: 'On the server',
        note: `Saved ${formatInstant(theirs.savedAt).text} by ${theirs.savedBy}${isServerNewer ? ', the newer text' : ''}`,
        content: theirs.content,
      }
    : { title: 'Without your text', note: 'Nothing is saved on the server', content: beginning }
  return (
    <Dialog
      title={from === 'copy' ? 'Unsaved text on this computer' : 'This report was changed elsewhere'}
      width="max-w-[1000px]"
      unasked
      onClose={onClose}
      footer={
        <>
          <Button className="mr-auto" onClick={() => copyText(plainText(readContent(mine.content)))}>
            Copy mine
          </Button>
          <Button look={isServerNewer ? 'primary' : 'outline'} disabled={isBusy} onClick={() => choose('theirs')}>
            {theirs ? 'Use saved text' : 'Begin without mine'}
          </Button>
          <Button look={isServerNewer ? 'outline' : 'primary'} disabled={isBusy} onClick={() => choose('mine')}>
            {holder === null ? 'Use mine' : 'Take over and use mine'}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <FormMessage tone="error" className="m-4 mb-0">
          {failure}
        </FormMessage>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="grid min-h-0 grid-cols-2 divide-x divide-line overflow-y-auto -outline-offset-2">
        <Side
          title="Mine"
          note={`Written on this computer, ${formatInstant(mine.at).text}${isServerNewer ? ', the older text' : ''}`}
          content={mine.content}
          other={other.content}
          diff
        />
        <Side {...other} other={mine.content} />
      </div>
    </Dialog>
  )
}

type ChoiceProps = { conflict: Conflict; hold: HoldState; session: DraftSession }

/** Asks which of two texts to continue with. The question can be put off, but nothing is written until it is answered. */
export function TextChoice({ conflict, hold, session }: ChoiceProps) {
  const [putOff, setPutOff] = useState<Conflict | null>(null)
  if (conflict !== putOff) {
    return (
      <CompareDialog
        conflict={conflict}
        beginning={toContent(session.state().start.document)}
        holder={hold.is === 'other' || hold.is === 'lost' ? hold.name : null}
        onChoose={(which) => session.choose(which)}
        onClose={() => setPutOff(conflict)}
      />
    )
  }
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line bg-yellow-wash px-4 py-1 text-yellow-fg">
      <span className="flex-1">There are two texts of this report. Choose one to continue.</span>
      <Button onClick={() => setPutOff(null)}>Compare</Button>
    </p>
  )
}
