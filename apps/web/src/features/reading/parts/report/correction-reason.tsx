import type { RefObject } from 'react'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  reason: string
  isEditable: boolean
  onReason: (reason: string) => void
}

/** Shows the reason for a correction, above its text. */
export function CorrectionReason({ field, reason, isEditable, onReason }: Props) {
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
