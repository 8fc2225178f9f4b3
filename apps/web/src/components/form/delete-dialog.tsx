import { type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { useChange } from '../../lib/hooks/use-change.ts'
import { notify } from '../../lib/notify.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FormMessage } from '../ui/form-message.tsx'

type Props = {
  title: string
  name: ReactNode
  remove: () => Promise<unknown>
  removed: string
  failed: string
  /** The refusal after which the record can only be deactivated. */
  inUse: 'LAB_IN_USE' | 'DOCTOR_IN_USE'
  onDeactivate: () => void
  onClose: () => void
}

/** Asks before a record is deleted. Stays open if that fails. */
export function DeleteDialog({ title, name, remove, removed, failed, inUse, onDeactivate, onClose }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: remove,
    done: () => removed,
    failed,
    onDone: onClose,
    onFailure(message, error) {
      if (error instanceof ApiError && error.code === inUse) setRefusal(message)
      else notify.error(message)
    },
  })

  return (
    <ConfirmDialog
      title={title}
      action={isBusy ? 'Deleting...' : 'Delete'}
      destructive
      busy={isBusy || refusal !== null}
      onConfirm={() => start()}
      onCancel={onClose}
    >
      <p>
        Are you sure you want to delete <bdi className="font-medium text-text">{name}</bdi>? This action cannot be undone.
      </p>
      {refusal && (
        <FormMessage tone="error" className="mt-3">
          <p>{refusal}</p>
          <Button className="mt-2 max-lg:h-11" onClick={onDeactivate}>
            Deactivate instead
          </Button>
        </FormMessage>
      )}
    </ConfirmDialog>
  )
}
