import { Button } from '../../components/ui/button.tsx'
import { notify } from '../../lib/notify.tsx'

function Unsaved({ text }: { text: string }) {
  return (
    <>
      <p>What you wrote was not saved:</p>
      <p dir="auto" className="my-1.5 max-h-40 overflow-y-auto break-words whitespace-pre-wrap select-text text-text">
        {text}
      </p>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => notify.success('Copied'))}>Copy</Button>
    </>
  )
}

/** Why a dialog closed by itself. What somebody wrote in it stays until it is put away. */
export function sayStudyIsLost(draft: string) {
  const isWritten = draft.trim() !== ''
  notify.warning('This study is no longer on your worklist.', {
    ...(isWritten && { description: <Unsaved text={draft} />, duration: Number.POSITIVE_INFINITY }),
  })
}
