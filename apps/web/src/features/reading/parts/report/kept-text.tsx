import { readContent } from '@readroom/report/content'
import { plainText } from '@readroom/report/plain-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../../components/ui/button.tsx'
import { copyText } from '../../../../lib/copy-text.ts'
import { formatInstant } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { readLocalKey } from '../../requests/reading.queries.ts'
import { otherWindows } from '../../requests/window-id.ts'
import { openLocalCopy } from '../../session/local-copy.ts'
import { ReportText } from '../editor/report-text.tsx'

type Props = {
  studyId: string
  /** The key to the text, or null if the reader does not have the study any more. Then the server is asked for it. */
  localKey: string | null
  /** Why the text is in no report. */
  why: string
}

/** Shows the reader's own text of a study that could not be saved, to be copied or deleted. */
export function KeptText({ studyId, localKey, why }: Props) {
  const { _id: userId } = useUser()
  const queries = useQueryClient()
  const queryKey = ['reading', 'kept-text', studyId]
  const openCopies = async () => {
    const key = localKey ?? (await readLocalKey(studyId))
    return openLocalCopy({ userId, studyId, windowId: '', localKey: key, openWindows: otherWindows })
  }
  const { data: kept } = useQuery({ queryKey, queryFn: async () => (await openCopies()).find(), gcTime: 0, retry: false })
  if (!kept) return null
  const remove = async () => {
    await (await openCopies()).forget(false, [kept.name])
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <section aria-label="Your unsaved text" className="grid w-full max-w-160 gap-2 text-left">
      <h2 className="font-semibold">Your unsaved text</h2>
      <p className="text-sm text-text-2">
        You wrote this text on {formatInstant(kept.at).text}. {why} Only this browser has it.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-[45dvh] overflow-y-auto rounded-sm border border-line bg-canvas px-3 py-2">
        <ReportText content={kept.content} />
      </div>
      <div className="flex gap-2">
        <Button look="primary" onClick={() => copyText(plainText(readContent(kept.content)))}>
          Copy text
        </Button>
        <Button look="danger" onClick={() => void remove()}>
          Delete text
        </Button>
      </div>
    </section>
  )
}
