import type { LocationOption } from '@readroom/contracts/people/locations'
import type { ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import { destinationStates, documentChoices, eventGroups } from '@readroom/contracts/reports/results'
import { type ComponentProps, useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FieldError, FormCheck, FormField, FormSelect, FormText, useField } from '../../../components/form/form-field.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { deliveriesKey, saveDestination } from './deliveries.queries.ts'
import { destinationStateLabels, documentLabels, eventGroupLabels, settingsKindLabels } from './delivery-words.ts'
import { DestinationForm, destinationWords, type Kind, toDestinationForm, usualPorts } from './destination-form.ts'

type Form = DestinationForm

const Text = (props: ComponentProps<typeof FormField<Form>>) => <FormField<Form> spellCheck={false} {...props} />
const Certificates = ({ label, hint }: { label: string; hint: string }) => (
  <FormText<Form> name="settings.certificates" label={label} hint={hint} as="nullable" rows={3} spellCheck={false} />
)

const group = 'grid gap-4 sm:grid-cols-2'

function MessageFields() {
  return (
    <fieldset className={group}>
      <legend className="mb-2 font-medium">HL7 message</legend>
      <Text name="settings.sendingFacility" label="Sending facility (MSH-4)" />
      <Text name="settings.receivingApplication" label="Receiving application (MSH-5)" />
      <Text name="settings.receivingFacility" label="Receiving facility (MSH-6)" />
      <Text name="settings.patientAuthority" label="Patient ID authority" hint="Empty: that of the order." as="nullable" />
      <FormSelect<Form>
        name="settings.addendumStatus"
        label="Status of addenda (OBR-25)"
        choices={[
          { value: 'C', label: 'C, corrected' },
          { value: 'F', label: 'F, final' },
          { value: 'A', label: 'A, some results' },
        ]}
      />
      <FormSelect<Form>
        name="settings.withdrawnStatus"
        label="Status of withdrawals (OBR-25)"
        choices={[
          { value: 'X', label: 'X, cancelled' },
          { value: 'C', label: 'C, corrected' },
        ]}
      />
      <FormCheck<Form> name="settings.withPdf" label="Include the PDF" />
      <FormCheck<Form> name="settings.ordersTogether" label="One message for all orders of a study" />
    </fieldset>
  )
}

function SocketFields() {
  return (
    <>
      <Text name="settings.host" label="Host" required />
      <Text name="settings.port" label="Port" as="number" required />
      <Certificates label="Certificates of the receiver" hint="PEM. Empty: without TLS, patients' names in clear text." />
    </>
  )
}

function Hl7Fields() {
  return (
    <>
      <div className={group}>
        <SocketFields />
      </div>
      <MessageFields />
    </>
  )
}

const DocumentField = () => (
  <FormSelect<Form>
    name="settings.document"
    label="Form of the report"
    choices={documentChoices.map((value) => ({ value, label: documentLabels[value] }))}
  />
)

function DicomFields() {
  return (
    <div className={group}>
      <Text name="settings.calledAeTitle" label="AE title of the receiver" required />
      <Text name="settings.callingAeTitle" label="Own AE title" required />
      <SocketFields />
      <DocumentField />
    </div>
  )
}

function WebPlaceFields() {
  return (
    <>
      <Certificates label="Certificates of the receiver" hint="PEM. Empty: those that browsers trust." />
      <FormCheck<Form> name="settings.allowsPrivate" label="Allow an address of a private network" />
    </>
  )
}

type WithSecret = { hasSecret: boolean }

function WebhookFields({ hasSecret }: WithSecret) {
  return (
    <div className={group}>
      <Text name="settings.url" label="Address" required />
      <Text
        name="secret"
        label="Secret"
        hint={hasSecret ? 'Empty: the secret stays.' : 'At least 32 characters. It signs each message.'}
        as="nullable"
        required={!hasSecret}
      />
      <EventsField />
      <WebPlaceFields />
      <FormCheck<Form> name="settings.withPatient" label="Include the patient's name and ID" />
    </div>
  )
}

/** Lets the user choose the events that a webhook receives. */
function EventsField() {
  const id = useId()
  const { field, error, change } = useField<Form, 'settings.events'>('settings.events')
  const toggled = (group: (typeof eventGroups)[number]) =>
    eventGroups.filter((known) => field.value.includes(known) !== (known === group))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like the other fields in every browser
    <div role="group" aria-labelledby={id} aria-describedby={error && `${id}-note`}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        Tell of
      </p>
      {eventGroups.map((group, place) => (
        <CheckboxField
          key={group}
          {...(place === 0 && { ref: field.ref })}
          label={eventGroupLabels[group]}
          labelClass="flex items-center gap-2 max-lg:h-11"
          checked={field.value.includes(group)}
          onChange={() => change(toggled(group))}
        />
      ))}
      {error && <FieldError id={`${id}-note`}>{error}</FieldError>}
    </div>
  )
}

function StowFields({ hasSecret }: WithSecret) {
  const login = useWatch<Form, 'settings.login.kind'>({ name: 'settings.login.kind' })
  return (
    <div className={group}>
      <Text name="settings.url" label="Address" hint="Without /studies at its end." required />
      <DocumentField />
      <FormSelect<Form>
        name="settings.login.kind"
        label="Sign-in"
        choices={[
          { value: 'none', label: 'None' },
          { value: 'bearer', label: 'Bearer token' },
          { value: 'basic', label: 'User name and password' },
        ]}
      />
      {login === 'basic' && <Text name="settings.login.userName" label="User name" required />}
      {login !== 'none' && (
        <Text
          name="secret"
          label={login === 'basic' ? 'Password' : 'Token'}
          hint={hasSecret ? 'Empty: it stays, unless the server or the sign-in is another one.' : ''}
          as="nullable"
          required={!hasSecret}
        />
      )}
      <WebPlaceFields />
    </div>
  )
}

function FolderFields() {
  const format = useWatch<Form, 'settings.format'>({ name: 'settings.format' })
  return (
    <>
      <div className={group}>
        <Text name="settings.folder" label="Folder" hint="Below the folder that the worker is given." required />
        <FormSelect<Form>
          name="settings.format"
          label="Files"
          choices={[
            { value: 'hl7', label: 'HL7 messages' },
            { value: 'pdf', label: 'PDF' },
          ]}
        />
      </div>
      {format === 'hl7' && <MessageFields />}
    </>
  )
}

const fieldsOfKind: Record<Kind, (props: WithSecret) => React.ReactNode> = {
  hl7: Hl7Fields,
  dicom: DicomFields,
  stow: StowFields,
  webhook: WebhookFields,
  folder: FolderFields,
}

function Fields({ labs, isNew, hasSecret }: WithSecret & { labs: readonly LocationOption[]; isNew: boolean }) {
  const { getValues, setValue } = useFormContext<Form>()
  const kind = useWatch<Form, 'settings.kind'>({ name: 'settings.kind' })
  const KindFields = fieldsOfKind[kind]
  /** A usual port becomes the usual one of the new kind. */
  const changePort = (next: string) => {
    const port = getValues('settings.port')
    if (port === usualPorts[kind]) setValue('settings.port', usualPorts[next] ?? port)
  }
  return (
    <>
      <div className={group}>
        <Text name="name" label="Name" required />
        <FormSelect<Form>
          name="labId"
          label="Laboratory"
          choices={[{ value: '', label: 'Choose a laboratory' }, ...labs]}
          disabled={!isNew}
          required
        />
        <FormSelect<Form>
          name="settings.kind"
          label="Kind"
          choices={Object.entries(settingsKindLabels).map(([value, label]) => ({ value, label }))}
          onChoose={changePort}
        />
        <FormSelect<Form>
          name="state"
          label="State"
          choices={destinationStates.map((value) => ({ value, label: destinationStateLabels[value] }))}
        />
        <Text name="alertMinutes" label="Overdue after (minutes)" as="number" required />
      </div>
      <KindFields hasSecret={hasSecret} />
    </>
  )
}

type DialogProps = {
  /** Null: a new one. */
  destination: ResultDestination | null
  labs: readonly LocationOption[]
  onClose: () => void
}

/** Adds a destination, or changes one. */
export function DestinationDialog({ destination, labs, onClose }: DialogProps) {
  return (
    <FormDialog
      title={destination ? 'Edit destination' : 'Add destination'}
      width="max-w-[680px]"
      action="Save destination"
      schema={DestinationForm}
      values={toDestinationForm(destination)}
      words={destinationWords}
      change={(fields) => saveDestination(destination, fields)}
      done={({ message }) => message}
      failed="The destination could not be saved. Please try again."
      codes={{ RESULT_DESTINATION_NAME_TAKEN: 'name', RESULT_SECRET_MISSING: 'secret', LAB_NOT_FOUND: 'labId' }}
      invalidates={[deliveriesKey]}
      onClose={onClose}
    >
      <Fields labs={labs} isNew={destination === null} hasSecret={destination?.hasSecret ?? false} />
    </FormDialog>
  )
}
