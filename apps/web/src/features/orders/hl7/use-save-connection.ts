import type { Hl7ConnectionFields } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { useState } from 'react'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { hl7Key, saveHl7Connection } from './hl7.queries.ts'

/** Saves a connection from a dialog, and asks before what was typed is lost. `dialog` are the properties of its `FormDialog`. */
export function useSaveConnection(
  connection: Hl7Connection | null,
  { isFilled, onClose }: { isFilled: boolean; onClose: () => void },
) {
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: Hl7ConnectionFields) => saveHl7Connection(connection, fields),
    done: ({ message }) => message,
    failed: 'The connection could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [hl7Key],
  })
  const save = (fields: Hl7ConnectionFields) => {
    setFault(null)
    start(fields)
  }
  return { save, dialog: { question, onCancel: tryToLeave, isBusy, fault } }
}
