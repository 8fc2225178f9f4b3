import { type ModalityWorklist, ModalityWorklistFields } from '@readroom/contracts/orders/modality-worklists'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormCheck, FormField, FormText } from '../../../components/form/form-field.tsx'
import { modalityWorklistsOptions, saveModalityWorklist } from './modality-worklists.queries.ts'

type Fields = ModalityWorklistFields

/** Sets up the modality worklist of a laboratory, or changes it. */
export function ModalityWorklistDialog({ worklist, onClose }: { worklist: ModalityWorklist; onClose: () => void }) {
  const { labId, labName, scannerAeTitles, settings } = worklist
  const { calledAeTitle = '', allowedAddresses = [], isEnabled = true, version = 0 } = settings ?? {}
  return (
    <FormDialog
      title={`Modality worklist of ${labName}`}
      width="max-w-[520px]"
      action="Save worklist"
      schema={ModalityWorklistFields}
      values={{ calledAeTitle, allowedAddresses, isEnabled }}
      words={{
        calledAeTitle: 'Please enter an AE title of at most 16 characters',
        allowedAddresses: 'Please enter addresses or networks such as 10.20.0.0/16, one on each line',
      }}
      change={(fields) => saveModalityWorklist(labId, { ...fields, version })}
      done={({ message }) => message}
      failed="The modality worklist could not be saved. Please try again."
      codes={{ WORKLIST_AE_TITLE_TAKEN: 'calledAeTitle' }}
      invalidates={[modalityWorklistsOptions.queryKey]}
      onClose={onClose}
    >
      <FormField<Fields>
        name="calledAeTitle"
        label="Called AE title"
        hint="Scanners call the worklist by it. No other laboratory has it."
        className="num uppercase"
        spellCheck={false}
        required
      />
      <FormText<Fields>
        name="allowedAddresses"
        label="Scanners"
        hint="Addresses or networks, one on each line."
        as="words"
        className="num"
        rows={3}
        spellCheck={false}
        required
      />
      <FormCheck<Fields> name="isEnabled" label="Answer scanners" />
      <p className="text-sm text-text-2">
        {scannerAeTitles.length > 0
          ? `Scanners may ask under the laboratory's AE titles: ${scannerAeTitles.join(', ')}.`
          : 'The laboratory has no AE titles yet. Enter those of its scanners on the Labs page first.'}
      </p>
    </FormDialog>
  )
}
