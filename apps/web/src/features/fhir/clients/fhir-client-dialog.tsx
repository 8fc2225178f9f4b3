import { FhirClientFields } from '@readroom/contracts/fhir/fhir-clients'
import type { LocationOption } from '@readroom/contracts/people/locations'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormField, FormSelect, FormText } from '../../../components/form/form-field.tsx'
import { parseJson } from '../../../lib/api/request.ts'
import { createFhirClient, fhirClientsOptions } from './fhir-clients.queries.ts'

const noKeys = { keys: [] }

/** A JWKS as JSON. Empty text means no keys. */
const asKeys = {
  read: (text: string) => (text.trim() === '' ? noKeys : (parseJson(text) ?? text)),
  write: (keys: unknown) =>
    typeof keys === 'string' ? keys : JSON.stringify(keys) === JSON.stringify(noKeys) ? '' : JSON.stringify(keys),
}

/** Registers a system of a laboratory. */
export function FhirClientDialog({ labs, onClose }: { labs: readonly LocationOption[]; onClose: () => void }) {
  return (
    <FormDialog
      title="Register a client"
      width="max-w-[560px]"
      action="Register client"
      schema={FhirClientFields}
      values={{ name: '', labId: '', jwks: noKeys }}
      words={{
        name: 'Please enter a name',
        labId: 'Please choose a laboratory',
        jwks: 'Please paste public keys as a JWKS, each with a "kid": RSA of at least 2048 bits, or EC on P-384. Private keys are refused.',
      }}
      change={createFhirClient}
      done={({ message }) => message}
      failed="The client could not be registered. Please try again."
      codes={{ FHIR_CLIENT_NAME_TAKEN: 'name', LAB_NOT_FOUND: 'labId' }}
      invalidates={[fhirClientsOptions.queryKey]}
      onClose={onClose}
    >
      <FormField<FhirClientFields>
        name="name"
        label="Name"
        hint="The system, such as the hospital's portal."
        maxLength={100}
        required
      />
      <FormSelect<FhirClientFields>
        name="labId"
        label="Laboratory"
        hint="The client reads what the staff of this laboratory see."
        choices={[{ value: '', label: 'Choose a laboratory' }, ...labs]}
        required
      />
      <FormText<FhirClientFields>
        name="jwks"
        label="Public keys (JWKS)"
        hint='JSON such as {"keys": [...]}, from the maker of the system.'
        as={asKeys}
        className="num"
        rows={7}
        spellCheck={false}
        required
      />
    </FormDialog>
  )
}
