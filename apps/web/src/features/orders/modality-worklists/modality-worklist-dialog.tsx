import { type ModalityWorklist, ModalityWorklistFields } from '@readroom/contracts/orders/modality-worklists'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { modalityWorklistsOptions, saveModalityWorklist } from './modality-worklists.queries.ts'

type Typed = { calledAeTitle: string; allowedAddresses: string; isEnabled: boolean }
type Errors = Partial<Record<keyof Typed, string>>

const messages: Errors = {
  calledAeTitle: 'Please enter an AE title of at most 16 characters',
  allowedAddresses: 'Please enter addresses or networks such as 10.20.0.0/16, one on each line',
}

function read({ calledAeTitle, allowedAddresses, isEnabled }: Typed): { fields: ModalityWorklistFields } | { errors: Errors } {
  const addresses = allowedAddresses.split(/[\s,]+/).filter((entry) => entry !== '')
  const parsed = ModalityWorklistFields.safeParse({ calledAeTitle, allowedAddresses: addresses, isEnabled })
  if (parsed.success) return { fields: parsed.data }
  const faulty = new Set(parsed.error.issues.map(({ path: [field] }) => field))
  return { errors: Object.fromEntries(Object.entries(messages).filter(([field]) => faulty.has(field))) }
}

/** Sets up the modality worklist of a laboratory, or changes it. Shows refusals and stays open. */
export function ModalityWorklistDialog({ worklist, onClose }: { worklist: ModalityWorklist; onClose: () => void }) {
  const { labId, labName, scannerAeTitles, settings } = worklist
  const [before] = useState<Typed>({
    calledAeTitle: settings?.calledAeTitle ?? '',
    allowedAddresses: settings?.allowedAddresses.join('\n') ?? '',
    isEnabled: settings?.isEnabled ?? true,
  })
  const [typed, setTyped] = useState(before)
  const [errors, setErrors] = useState<Errors>({})
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: typed !== before, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: ModalityWorklistFields) => saveModalityWorklist(labId, { ...fields, version: settings?.version ?? 0 }),
    done: ({ message }) => message,
    failed: 'The modality worklist could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [modalityWorklistsOptions.queryKey],
  })
  const write = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change })
    setErrors({})
  }
  const submit = () => {
    setFault(null)
    const found = read(typed)
    if ('errors' in found) return setErrors(found.errors)
    start(found.fields)
  }
  return (
    <FormDialog
      title={`Modality worklist of ${labName}`}
      width="max-w-[520px]"
      action="Save worklist"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <Field
        label="Called AE title"
        hint="Scanners call the worklist by it. No other laboratory has it."
        error={errors.calledAeTitle}
        required
      >
        {(control) => (
          <input
            {...control}
            className={`${control.className} num uppercase`}
            autoComplete="off"
            spellCheck={false}
            required
            value={typed.calledAeTitle}
            onChange={({ target }) => write({ calledAeTitle: target.value })}
          />
        )}
      </Field>
      <Field label="Scanners" hint="Addresses or networks, one on each line." error={errors.allowedAddresses} required>
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} num h-18 py-2`}
            spellCheck={false}
            required
            value={typed.allowedAddresses}
            onChange={({ target }) => write({ allowedAddresses: target.value })}
          />
        )}
      </Field>
      <CheckboxField
        label="Answer scanners"
        labelClass="flex items-center gap-2 max-lg:h-11"
        checked={typed.isEnabled}
        onChange={({ target }) => write({ isEnabled: target.checked })}
      />
      <p className="text-sm text-text-2">
        {scannerAeTitles.length > 0
          ? `Scanners may ask under the laboratory's AE titles: ${scannerAeTitles.join(', ')}.`
          : 'The laboratory has no AE titles yet. Enter those of its scanners on the Labs page first.'}
      </p>
    </FormDialog>
  )
}
