import { priorities } from '@readroom/contracts/core/primitives'
import type { Order } from '@readroom/contracts/orders/order-endpoints'
import { maxIndication } from '@readroom/contracts/orders/orders'
import { nameFieldNames, nameFields } from '@readroom/contracts/patients/name-fields'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { shownTimeZone } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { useUser } from '../../../lib/session/session.ts'
import { changeOrder, createOrder, ordersKey } from './orders.queries.ts'
import { changedFields, scheduleFault, type TypedOrder, typedOrder } from './typed-order.ts'

type Choice = { value: string; label: string }

const notSaid: Choice = { value: '', label: 'Not specified' }
const modalityChoices = [notSaid, ...imagingModalities.map((value) => ({ value, label: value }))]
const priorityChoices = [notSaid, ...priorities.toReversed().map((value) => ({ value, label: urgencyLabels[value] }))]
const sexChoices = [notSaid, { value: 'F', label: 'Female' }, { value: 'M', label: 'Male' }, { value: 'O', label: 'Other' }]

/** Returns the choices, and the present value if they lack it: other systems send other modalities. */
const withPresent = (choices: readonly Choice[], value: string): readonly Choice[] =>
  choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }]

type FormProps = { typed: TypedOrder; set: (changes: Partial<TypedOrder>) => void }
type TextProps = FormProps & { name: keyof TypedOrder; label: string; hint?: string } & Pick<
    ComponentProps<'input'>,
    'required' | 'maxLength'
  >

function TextField({ typed, set, name, label, hint, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} required={input.required}>
      {(control) => (
        <input
          dir="auto"
          autoComplete="off"
          {...control}
          {...input}
          value={typed[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  )
}

function ChoiceField({
  typed,
  set,
  name,
  label,
  choices,
}: FormProps & { name: keyof TypedOrder; label: string; choices: readonly Choice[] }) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={typed[name]} onChange={({ target }) => set({ [name]: target.value })}>
          {withPresent(choices, typed[name]).map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

const otherNameFields = nameFieldNames.filter((name) => name !== 'familyName' && name !== 'givenName')

function PatientFields(props: FormProps) {
  const { typed, set } = props
  const [before] = useState(typed)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Patient</legend>
      <TextField {...props} name="familyName" label={nameFields.familyName.label} maxLength={64} />
      <TextField {...props} name="givenName" label={nameFields.givenName.label} maxLength={64} />
      <details open={otherNameFields.some((name) => before[name] !== '')} className="sm:col-span-2">
        <summary className="cursor-pointer text-sm font-medium text-text-2 max-lg:py-2">Other name parts and scripts</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {otherNameFields.map((name) => (
            <TextField key={name} {...props} name={name} label={nameFields[name].label} maxLength={64} />
          ))}
        </div>
      </details>
      <TextField {...props} name="patientId" label="Patient ID" maxLength={64} />
      <Field label="Birth date">
        {({ className, ...control }) => (
          <DayInput
            {...control}
            className="h-9 w-full max-lg:h-11"
            value={typed.birthDate}
            onDay={(birthDate) => set({ birthDate })}
          />
        )}
      </Field>
      <ChoiceField {...props} name="sex" label="Sex" choices={sexChoices} />
    </fieldset>
  )
}

function ExaminationFields(props: FormProps) {
  const { typed, set } = props
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Examination</legend>
      <TextField {...props} name="procedure" label="Examination" maxLength={1_024} />
      <TextField {...props} name="procedureCode" label="Procedure code" maxLength={64} />
      <ChoiceField {...props} name="modality" label="Modality" choices={modalityChoices} />
      <ChoiceField {...props} name="priority" label="Priority" choices={priorityChoices} />
      <TextField
        {...props}
        name="accessionNumber"
        label="Accession number"
        hint="Images that arrive with it belong to this order."
        maxLength={64}
      />
      <TextField {...props} name="orderingPhysician" label="Ordering physician" maxLength={400} />
      <div className="sm:col-span-2">
        <Field label="Indication" hint="The doctor who reads the study sees it.">
          {(control) => (
            <textarea
              dir="auto"
              rows={4}
              maxLength={maxIndication}
              value={typed.indication}
              onChange={({ target }) => set({ indication: target.value })}
              {...control}
              className={cx(control.className, 'block h-auto! resize-y py-1.5')}
            />
          )}
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field label="Copies of the report to" hint="A name on each line">
          {(control) => (
            <textarea
              dir="auto"
              rows={2}
              value={typed.copiesTo}
              onChange={({ target }) => set({ copiesTo: target.value })}
              {...control}
              className={cx(control.className, 'block h-auto! resize-y py-1.5')}
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}

/** When and where the examination takes place. Scanners read it from their worklist. */
function ScheduleFields(props: FormProps) {
  const { typed, set } = props
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Schedule</legend>
      <Field label="Day">
        {({ className, ...control }) => (
          <DayInput
            {...control}
            className="h-9 w-full max-lg:h-11"
            value={typed.scheduledDay}
            onDay={(scheduledDay) => set({ scheduledDay })}
          />
        )}
      </Field>
      <TextField
        {...props}
        name="scheduledTime"
        label="Time"
        hint={`In the zone ${shownTimeZone()}, such as 14:30`}
        maxLength={5}
      />
      <TextField {...props} name="station" label="Station" maxLength={64} />
      <TextField
        {...props}
        name="aeTitle"
        label="AE title of the scanner"
        hint="Empty: every scanner of the laboratory shows the order."
        maxLength={16}
      />
    </fieldset>
  )
}

type Props = {
  /** Null: a new one. */
  order: Order | null
  onClose: () => void
}

/** Returns what is missing in a new order. */
function missingIn({ number, labId }: TypedOrder, needsLab: boolean): string | null {
  if (number.trim() === '') return 'Enter the order number.'
  return needsLab && labId === '' ? 'Choose the laboratory.' : null
}

/** Enters an order by hand, or changes one. Shows refusals and stays open. */
export function OrderFormDialog({ order, onClose }: Props) {
  const id = useId()
  const { role } = useUser()
  const needsLab = order === null && role === 'admin'
  const { data: labs = [] } = useQuery({ ...labChoiceOptions, enabled: needsLab })
  const [before] = useState(() => typedOrder(order))
  const [typed, setTyped] = useState(before)
  const [fault, setFault] = useState<string | null>(null)
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: typed !== before, leave: onClose })
  const save = (fields: TypedOrder) => {
    const changed = changedFields(order, fields)
    if (order) return changeOrder(order, changed)
    return createOrder({ ...changed, number: fields.number, ...(needsLab && { labId: fields.labId }) })
  }
  const { start, isBusy } = useChange({
    change: save,
    done: () => (order ? 'Order changed' : 'Order entered'),
    failed: 'The order could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [ordersKey],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = (order ? null : missingIn(typed, needsLab)) ?? scheduleFault(typed)
    setFault(missing)
    if (missing === null) start(typed)
  }
  const set = (changes: Partial<TypedOrder>) => setTyped({ ...typed, ...changes })
  const title = order ? `Edit order ${order.number}` : 'Enter order'
  const form = { typed, set }
  return (
    <Dialog
      title={title}
      width="max-w-[640px]"
      onClose={tryToLeave}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            Cancel
          </Button>
          <SubmitButton form={id} size="sm" label="Save order" busyLabel="Saving..." busy={isBusy} />
        </>
      }
    >
      <form id={id} aria-label={title} noValidate onSubmit={submit} className="grid min-h-0 gap-5 overflow-y-auto px-5 py-4">
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        {order === null && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...form} name="number" label="Order number" required maxLength={199} />
            {needsLab && (
              <ChoiceField
                {...form}
                name="labId"
                label="Laboratory"
                choices={[{ value: '', label: 'Choose a laboratory' }, ...labs]}
              />
            )}
          </div>
        )}
        <PatientFields {...form} />
        <ExaminationFields {...form} />
        <ScheduleFields {...form} />
      </form>
      {question}
    </Dialog>
  )
}
