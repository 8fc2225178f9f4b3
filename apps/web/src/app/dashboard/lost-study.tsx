import { Button } from '../../components/ui/button.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { notify } from '../../lib/notify.tsx'

function Unsaved({ text }: { text: string }) {
  return (
    <>
      <p>Your unsaved text:</p>
      <p dir="auto" className="my-1.5 max-h-40 overflow-y-auto break-words whitespace-pre-wrap select-text text-text">
        {text}
      </p>
      <Button onClick={() => copyText(text)}>Copy</Button>
    </>
  )
}

/** Explains why a dialog closed by itself. Keeps unsaved text on screen until the user dismisses it. */
export function sayStudyIsLost(draft: string) {
  const isWritten = draft.trim() !== ''
  notify.warning('This study is no longer on your worklist.', {
    ...(isWritten && { description: <Unsaved text={draft} />, duration: Number.POSITIVE_INFINITY }),
  })
}
