import type { ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'

type Props = { busy?: boolean; error?: unknown; onRetry?: () => void; children?: ReactNode }

/** Failures that a retry doesn't fix. A closed viewer is opened again from the worklist. */
const final = [
  'NOT_AUTHENTICATED',
  'STUDY_NOT_FOUND',
  'NOT_FOUND',
  'IMAGES_MISSING',
  'SERIES_WITHOUT_IMAGES',
  'IMAGE_TOO_LARGE',
  'IMAGE_INVALID',
  'IMAGE_NOT_DRAWN',
]

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'NOT_AUTHENTICATED') {
    return 'This viewer is closed. Open the study again from the worklist.'
  }
  return reasonOf(error, 'The images could not be loaded.')
}

/** Shows the message shown in place of images. */
export function ViewerMessage({ busy = false, error, onRetry, children }: Props) {
  const canRetry = onRetry && !(error instanceof ApiError && final.includes(error.code))
  return (
    <div
      role={busy ? 'status' : 'alert'}
      className="grid min-h-0 flex-1 place-content-center justify-items-center gap-4 p-6 text-center"
    >
      <p className="max-w-96 text-lg text-text-2">{error === undefined ? children : textOf(error)}</p>
      {canRetry && (
        <Button className="max-lg:h-11" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
