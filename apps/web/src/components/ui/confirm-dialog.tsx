import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button } from './button.tsx'
import { useReturnFocus } from './dialog.tsx'

type Props = {
  title: string
  children: ReactNode
  action: string
  /** The label of the button that cancels. */
  cancel?: string
  destructive?: boolean
  /** Makes the dialog wide enough for a table. */
  wide?: boolean
  /** True while the action is running, so that it can't be started twice. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something irreversible or expensive. The caller closes it in `onConfirm`, at once or when the work is done. */
export function ConfirmDialog({
  title,
  children,
  action,
  cancel = 'Cancel',
  destructive,
  wide = false,
  busy,
  onConfirm,
  onCancel,
}: Props) {
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fade fixed inset-0 z-(--z-dialog) bg-overlay" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className={cx(
            'enter fixed inset-x-0 top-1/2 z-(--z-toast) mx-auto max-h-[92dvh] w-[calc(100%-32px)] -translate-y-1/2 overflow-y-auto rounded-lg bg-raised p-5 shadow-dialog outline-none',
            wide ? 'max-w-[640px]' : 'max-w-96',
          )}
        >
          <AlertDialog.Title className="font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 break-words text-text-2">{children}</div>
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button className="max-sm:h-11">{cancel}</Button>
            </AlertDialog.Cancel>
            <Button
              className="max-sm:h-11"
              look={destructive ? 'danger-solid' : 'primary'}
              disabled={busy ?? false}
              onClick={onConfirm}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
