import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useChange } from '../../lib/hooks/use-change.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

type Props<R> = {
  title: string
  action: string
  change: () => Promise<R>
  done: (result: R) => string
  failed: string
  onDone?: () => void
  invalidates: readonly QueryKey[]
  onClose: () => void
  children: ReactNode
}

/** Asks before something is removed, and removes it. Closes at once, so that the next one can be removed meanwhile. */
export function ConfirmChange<R>({ title, action, change, done, failed, onDone, invalidates, onClose, children }: Props<R>) {
  const { start } = useChange({ change, done, failed, onDone: () => onDone?.(), invalidates })
  return (
    <ConfirmDialog
      title={title}
      action={action}
      destructive
      onConfirm={() => {
        start()
        onClose()
      }}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
