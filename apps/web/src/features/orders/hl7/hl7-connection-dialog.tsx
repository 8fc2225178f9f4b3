import { hl7Charsets } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import type { LocationOption } from '@readroom/contracts/people/locations'
import type { ComponentProps } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormCheck, FormField, FormSelect, FormText, FormZone } from '../../../components/form/form-field.tsx'
import { asPlaces, asWords, type Hl7Form, hl7Words, newConnection, savesConnection } from './hl7-form.ts'
import { Hl7Sample } from './hl7-sample.tsx'

const Text = (props: ComponentProps<typeof FormField<Hl7Form>>) => <FormField<Hl7Form> spellCheck={false} {...props} />
const Lines = (props: ComponentProps<typeof FormText<Hl7Form>>) => (
  <FormText<Hl7Form> rows={3} spellCheck={false} as={asWords} {...props} />
)

function Reading() {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">How messages are read</legend>
      <FormSelect<Hl7Form>
        name="charset"
        label="Character set"
        hint="Used if a message names none."
        choices={hl7Charsets.map((value) => ({ value, label: value }))}
      />
      <FormZone<Hl7Form> name="mapping.timeZone" />
      <Text name="sendingFacility" label="Sending facility (MSH-4)" hint="Others are refused. Empty: any." as="nullable" />
      <Text
        name="mapping.patientAuthority"
        label="Patient ID authority"
        hint="Of several patient IDs, the one of this authority is the patient's. Empty: the first."
        as="nullable"
      />
      <Lines
        name="mapping.places"
        label="Other places of fields"
        hint="One on each line, such as accessionNumber = OBR-3.1"
        as={asPlaces}
      />
      <Lines
        name="mapping.priorities"
        label="Other priorities"
        hint="NORMAL, HIGH, URGENT, STAT or EMERGENCY, such as NOW = STAT"
      />
      <Lines name="mapping.modalities" label="Other modalities" hint="One on each line, such as ULTRASOUND = US" />
      <Lines name="mapping.sexes" label="Other sexes" hint="M, F, O, or U for unknown, such as W = F" />
      <Lines name="mapping.controls" label="Other order controls" hint="One on each line, such as RO = change" />
      <Lines name="mapping.charsets" label="Other character set names" hint="One on each line, such as LATIN = 8859/1" />
      <div className="grid gap-4 sm:col-span-2">
        <FormCheck<Hl7Form>
          name="mapping.isUpsert"
          label="A new order with a known number changes it, and a change of an unknown order makes it"
        />
        <FormCheck<Hl7Form> name="mapping.isWaitingFault" label="Answer AE if an administrator must decide about a patient" />
        <FormCheck<Hl7Form> name="mapping.isTraining" label="Take messages of a training system" />
      </div>
    </fieldset>
  )
}

type Props = {
  /** Null: a new one. */
  connection: Hl7Connection | null
  labs: readonly LocationOption[]
  onClose: () => void
}

/** Adds a connection, or changes one. */
export function Hl7ConnectionDialog({ connection, labs, onClose }: Props) {
  return (
    <FormDialog
      title={connection ? 'Edit connection' : 'Add connection'}
      width="max-w-[680px]"
      action="Save connection"
      values={connection ?? newConnection()}
      words={hl7Words}
      {...savesConnection(connection)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Text name="name" label="Name" required />
        <FormSelect<Hl7Form>
          name="labId"
          label="Laboratory"
          choices={[{ value: '', label: 'Choose a laboratory' }, ...labs]}
          disabled={connection !== null}
          required
        />
        <Text name="port" label="Port" as="number" required />
        <Text name="keepDays" label="Days that messages are kept" as="number" required />
        <Lines name="allowedAddresses" label="Senders" hint="Addresses or networks, one on each line." as="words" required />
        <Lines name="clientCertificates" label="Certificates of senders" hint="PEM. Empty: without TLS." as="nullable" />
        <FormCheck<Hl7Form> name="isEnabled" label="Receive messages" />
      </div>
      <Reading />
      <Hl7Sample />
    </FormDialog>
  )
}
