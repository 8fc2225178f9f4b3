import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api/api-error.ts'
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
  /** The refusal that leaves only deactivating. */
  inUse: 'LAB_IN_USE' | 'DOCTOR_IN_USE'
  onDeactivate: () => void
  onClose: () => void
}

/** Asks before a record is deleted; stays open when that fails. */
export function DeleteDialog({ title, name, remove, removed, failed, inUse, onDeactivate, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const confirm = async () => {
    setBusy(true)
    try {
      await remove()
      notify.success(removed)
      onClose()
    } catch (error) {
      const message = messageOf(error, failed)
      if (error instanceof ApiError && error.code === inUse) setRefusal(message)
      else notify.error(message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={title}
      action={busy ? 'Deleting...' : 'Delete'}
      destructive
      busy={busy || refusal !== null}
      onConfirm={() => void confirm()}
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
