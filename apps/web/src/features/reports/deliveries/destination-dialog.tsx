import type { LocationOption } from '@readroom/contracts/people/locations'
import type { ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import {
  destinationStates,
  documentChoices,
  type EventGroup,
  eventGroups,
  type ResultSettings,
} from '@readroom/contracts/reports/results'
import { useId, useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { deliveriesKey, saveDestination } from './deliveries.queries.ts'
import { destinationStateLabels, documentLabels, eventGroupLabels, settingsKindLabels } from './delivery-words.ts'
import { readDestination, type TypedDestination, type TypedErrors, typeDestination, typeKind } from './typed-destination.ts'

type NameOf<V> = { [K in keyof TypedDestination]: TypedDestination[K] extends V ? K : never }[keyof TypedDestination]
type Props = { typed: TypedDestination; errors: TypedErrors; write: (change: Partial<TypedDestination>) => void }
type Labelled = { label: string; hint?: string; required?: boolean }

function TextInput({ name, label, hint, required, typed, errors, write }: Props & Labelled & { name: NameOf<string> }) {
  return (
    <Field label={label} hint={hint} error={errors[name]} required={required}>
      {(control) => (
        <input
          {...control}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          required={required}
          value={typed[name]}
          onChange={({ target }) => write({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

type Choice = readonly [value: string, label: string]

function ChoiceInput({
  name,
  label,
  hint,
  choices,
  typed,
  errors,
  write,
}: Props & Labelled & { name: NameOf<string>; choices: readonly Choice[] }) {
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <select {...control} value={typed[name]} onChange={({ target }) => write({ [name]: target.value })}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function CheckInput({ name, label, typed, write }: Props & { name: NameOf<boolean>; label: string }) {
  return (
    <CheckboxField
      label={label}
      labelClass="flex items-center gap-2 max-lg:h-11"
      checked={typed[name]}
      onChange={({ target }) => write({ [name]: target.checked })}
    />
  )
}

function CertificatesInput({ label, hint, typed, errors, write }: Props & { label: string; hint: string }) {
  return (
    <Field label={label} hint={hint} error={errors.certificates}>
      {(control) => (
        <textarea
          {...control}
          className={`${control.className} h-18 py-2`}
          spellCheck={false}
          value={typed.certificates}
          onChange={({ target }) => write({ certificates: target.value })}
        />
      )}
    </Field>
  )
}

const group = 'grid gap-4 sm:grid-cols-2'

function MessageFields(props: Props) {
  return (
    <fieldset className={group}>
      <legend className="mb-2 font-medium">HL7 message</legend>
      <TextInput {...props} name="sendingFacility" label="Sending facility (MSH-4)" />
      <TextInput {...props} name="receivingApplication" label="Receiving application (MSH-5)" />
      <TextInput {...props} name="receivingFacility" label="Receiving facility (MSH-6)" />
      <TextInput {...props} name="patientAuthority" label="Patient ID authority" hint="Empty: that of the order." />
      <ChoiceInput
        {...props}
        name="addendumStatus"
        label="Status of addenda (OBR-25)"
        choices={[
          ['C', 'C, corrected'],
          ['F', 'F, final'],
          ['A', 'A, some results'],
        ]}
      />
      <ChoiceInput
        {...props}
        name="withdrawnStatus"
        label="Status of withdrawals (OBR-25)"
        choices={[
          ['X', 'X, cancelled'],
          ['C', 'C, corrected'],
        ]}
      />
      <CheckInput {...props} name="withPdf" label="Include the PDF" />
      <CheckInput {...props} name="ordersTogether" label="One message for all orders of a study" />
    </fieldset>
  )
}

function SocketFields(props: Props) {
  return (
    <>
      <TextInput {...props} name="host" label="Host" required />
      <TextInput {...props} name="port" label="Port" required />
      <CertificatesInput
        {...props}
        label="Certificates of the receiver"
        hint="PEM. Empty: without TLS, patients' names in clear text."
      />
    </>
  )
}

function Hl7Fields(props: Props) {
  return (
    <>
      <div className={group}>
        <SocketFields {...props} />
      </div>
      <MessageFields {...props} />
    </>
  )
}

function DocumentInput(props: Props) {
  return (
    <ChoiceInput
      {...props}
      name="document"
      label="Form of the report"
      choices={documentChoices.map((document) => [document, documentLabels[document]] as const)}
    />
  )
}

function DicomFields(props: Props) {
  return (
    <div className={group}>
      <TextInput {...props} name="calledAeTitle" label="AE title of the receiver" required />
      <TextInput {...props} name="callingAeTitle" label="Own AE title" required />
      <SocketFields {...props} />
      <DocumentInput {...props} />
    </div>
  )
}

function WebPlaceFields(props: Props) {
  return (
    <>
      <CertificatesInput {...props} label="Certificates of the receiver" hint="PEM. Empty: those that browsers trust." />
      <CheckInput {...props} name="allowsPrivate" label="Allow an address of a private network" />
    </>
  )
}

function WebhookFields({ hasSecret, ...props }: Props & { hasSecret: boolean }) {
  return (
    <div className={group}>
      <TextInput {...props} name="url" label="Address" required />
      <TextInput
        {...props}
        name="secret"
        label="Secret"
        hint={hasSecret ? 'Empty: the secret stays.' : 'At least 32 characters. It signs each message.'}
        required={!hasSecret}
      />
      <EventsInput {...props} />
      <WebPlaceFields {...props} />
      <CheckInput {...props} name="withPatient" label="Include the patient's name and ID" />
    </div>
  )
}

/** Lets the user choose the events that a webhook receives. */
function EventsInput({ typed, errors, write }: Props) {
  const id = useId()
  const { events } = typed
  const choose = (group: EventGroup, isChosen: boolean) =>
    write({ events: eventGroups.filter((known) => (known === group ? isChosen : events.includes(known))) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like the other fields in every browser
    <div role="group" aria-labelledby={id} aria-describedby={errors.events && `${id}-note`}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        Tell of
      </p>
      {eventGroups.map((group) => (
        <CheckboxField
          key={group}
          label={eventGroupLabels[group]}
          labelClass="flex items-center gap-2 max-lg:h-11"
          checked={events.includes(group)}
          onChange={({ target }) => choose(group, target.checked)}
        />
      ))}
      {errors.events && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-xs text-red-fg">
          {errors.events}
        </p>
      )}
    </div>
  )
}

function StowFields({ hasSecret, ...props }: Props & { hasSecret: boolean }) {
  const { login } = props.typed
  const hint = hasSecret ? 'Empty: it stays, unless the server or the sign-in is another one.' : ''
  return (
    <div className={group}>
      <TextInput {...props} name="url" label="Address" hint="Without /studies at its end." required />
      <DocumentInput {...props} />
      <ChoiceInput
        {...props}
        name="login"
        label="Sign-in"
        choices={[
          ['none', 'None'],
          ['bearer', 'Bearer token'],
          ['basic', 'User name and password'],
        ]}
      />
      {login === 'basic' && <TextInput {...props} name="userName" label="User name" required />}
      {login !== 'none' && (
        <TextInput {...props} name="secret" label={login === 'basic' ? 'Password' : 'Token'} hint={hint} required={!hasSecret} />
      )}
      <WebPlaceFields {...props} />
    </div>
  )
}

function FolderFields(props: Props) {
  return (
    <>
      <div className={group}>
        <TextInput {...props} name="folder" label="Folder" hint="Below the folder that the worker is given." required />
        <ChoiceInput
          {...props}
          name="format"
          label="Files"
          choices={[
            ['hl7', 'HL7 messages'],
            ['pdf', 'PDF'],
          ]}
        />
      </div>
      {props.typed.format === 'hl7' && <MessageFields {...props} />}
    </>
  )
}

const kinds: readonly ResultSettings['kind'][] = ['hl7', 'dicom', 'stow', 'webhook', 'folder']

function CommonFields({ labs, isNew, ...props }: Props & { labs: readonly LocationOption[]; isNew: boolean }) {
  const { typed, errors, write } = props
  const labChoices = labs.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
  return (
    <div className={group}>
      <TextInput {...props} name="name" label="Name" required />
      <Field label="Laboratory" error={errors.labId} required>
        {(control) => (
          <select
            {...control}
            required
            disabled={!isNew}
            value={typed.labId}
            onChange={({ target }) => write({ labId: target.value })}
          >
            <option value="">Choose a laboratory</option>
            {labChoices}
          </select>
        )}
      </Field>
      <Field label="Kind">
        {(control) => (
          <select
            {...control}
            value={typed.kind}
            onChange={({ target }) => write(typeKind(typed, kinds.find((kind) => kind === target.value) ?? 'hl7'))}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {settingsKindLabels[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChoiceInput
        {...props}
        name="state"
        label="State"
        choices={destinationStates.map((state) => [state, destinationStateLabels[state]] as const)}
      />
      <TextInput {...props} name="alertMinutes" label="Overdue after (minutes)" required />
    </div>
  )
}

type DialogProps = {
  /** Null: a new one. */
  destination: ResultDestination | null
  labs: readonly LocationOption[]
  onClose: () => void
}

/** Adds a destination, or changes one. Shows refusals and stays open. */
export function DestinationDialog({ destination, labs, onClose }: DialogProps) {
  const [before] = useState(() => typeDestination(destination))
  const [typed, setTyped] = useState(before)
  const [errors, setErrors] = useState<TypedErrors>({})
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: typed !== before, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: Parameters<typeof saveDestination>[1]) => saveDestination(destination, fields),
    done: ({ message }) => message,
    failed: 'The destination could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [deliveriesKey],
  })
  const write = (change: Partial<TypedDestination>) => {
    setTyped({ ...typed, ...change })
    setErrors({})
  }
  const submit = () => {
    setFault(null)
    const read = readDestination(typed)
    if ('errors' in read) return setErrors(read.errors)
    start(read.fields)
  }
  const props = { typed, errors, write }
  const title = destination ? 'Edit destination' : 'Add destination'
  return (
    <FormDialog
      title={title}
      width="max-w-[680px]"
      action="Save destination"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
      <CommonFields {...props} labs={labs} isNew={destination === null} />
      {typed.kind === 'hl7' && <Hl7Fields {...props} />}
      {typed.kind === 'dicom' && <DicomFields {...props} />}
      {typed.kind === 'stow' && <StowFields {...props} hasSecret={destination?.hasSecret ?? false} />}
      {typed.kind === 'webhook' && <WebhookFields {...props} hasSecret={destination?.hasSecret ?? false} />}
      {typed.kind === 'folder' && <FolderFields {...props} />}
    </FormDialog>
  )
}
