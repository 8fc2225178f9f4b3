import { priorities } from '@readroom/contracts/core/primitives'
import type { Order } from '@readroom/contracts/orders/order-endpoints'
import { maxIndication } from '@readroom/contracts/orders/orders'
import { nameFieldNames, nameFields } from '@readroom/contracts/patients/name-fields'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { type Choice, FormDay, FormField, FormSelect, FormText } from '../../../components/form/form-field.tsx'
import { shownTimeZone } from '../../../lib/format.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { useUser } from '../../../lib/session/session.ts'
import { orderRules, type TypedOrder, typedOrder } from './order-form.ts'
import { changeOrder, createOrder, ordersKey } from './orders.queries.ts'

const notSaid: Choice = { value: '', label: 'Not specified' }
const modalityChoices = [notSaid, ...imagingModalities.map((value) => ({ value, label: value }))]
const priorityChoices = [notSaid, ...priorities.toReversed().map((value) => ({ value, label: urgencyLabels[value] }))]
const sexChoices = [notSaid, { value: 'F', label: 'Female' }, { value: 'M', label: 'Male' }, { value: 'O', label: 'Other' }]

const Text = FormField<TypedOrder>

/** Offers the present value too if the choices lack it: other systems send other modalities. */
function ChoiceField({ name, choices, ...props }: ComponentProps<typeof FormSelect<TypedOrder>>) {
  const [present] = useState(useFormContext<TypedOrder>().getValues(name))
  const isKnown = choices.some(({ value }) => value === present)
  return (
    <FormSelect<TypedOrder>
      name={name}
      choices={isKnown ? choices : [...choices, { value: present, label: present }]}
      {...props}
    />
  )
}

const otherNameFields = nameFieldNames.filter((name) => name !== 'familyName' && name !== 'givenName')

function PatientFields() {
  const [before] = useState(useFormContext<TypedOrder>().getValues())
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Patient</legend>
      <Text name="familyName" label={nameFields.familyName.label} maxLength={64} />
      <Text name="givenName" label={nameFields.givenName.label} maxLength={64} />
      <details open={otherNameFields.some((name) => before[name] !== '')} className="sm:col-span-2">
        <summary className="cursor-pointer text-sm font-medium text-text-2 max-lg:py-2">Other name parts and scripts</summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {otherNameFields.map((name) => (
            <Text key={name} name={name} label={nameFields[name].label} maxLength={64} />
          ))}
        </div>
      </details>
      <Text name="patientId" label="Patient ID" maxLength={64} />
      <FormDay<TypedOrder> name="birthDate" label="Birth date" />
      <ChoiceField name="sex" label="Sex" choices={sexChoices} />
    </fieldset>
  )
}

function ExaminationFields() {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Examination</legend>
      <Text name="procedure" label="Examination" maxLength={1_024} />
      <Text name="procedureCode" label="Procedure code" maxLength={64} />
      <ChoiceField name="modality" label="Modality" choices={modalityChoices} />
      <ChoiceField name="priority" label="Priority" choices={priorityChoices} />
      <Text
        name="accessionNumber"
        label="Accession number"
        hint="Images that arrive with it belong to this order."
        maxLength={64}
      />
      <Text name="orderingPhysician" label="Ordering physician" maxLength={400} />
      <div className="sm:col-span-2">
        <FormText<TypedOrder>
          name="indication"
          label="Indication"
          hint="The doctor who reads the study sees it."
          maxLength={maxIndication}
        />
      </div>
      <div className="sm:col-span-2">
        <FormText<TypedOrder> name="copiesTo" label="Copies of the report to" hint="A name on each line" rows={2} />
      </div>
    </fieldset>
  )
}

/** When and where the examination takes place. Scanners read it from their worklist. */
function ScheduleFields() {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-semibold">Schedule</legend>
      <FormDay<TypedOrder> name="scheduledDay" label="Day" />
      <Text name="scheduledTime" label="Time" hint={`In the zone ${shownTimeZone()}, such as 14:30`} maxLength={5} />
      <Text name="station" label="Station" maxLength={64} />
      <Text
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

/** Enters an order by hand, or changes one. */
export function OrderFormDialog({ order, onClose }: Props) {
  const { role } = useUser()
  const needsLab = order === null && role === 'admin'
  const { data: labs = [] } = useQuery({ ...labChoiceOptions, enabled: needsLab })
  return (
    <FormDialog
      title={order ? `Edit order ${order.number}` : 'Enter order'}
      width="max-w-[640px]"
      action="Save order"
      schema={orderRules(order, needsLab)}
      values={typedOrder(order)}
      change={({ number = '', ...fields }) => (order ? changeOrder(order, fields) : createOrder({ ...fields, number }))}
      done={() => (order ? 'Order changed' : 'Order entered')}
      failed="The order could not be saved. Please try again."
      codes={{ ORDER_EXISTS: 'number', LAB_NOT_FOUND: 'labId' }}
      invalidates={[ordersKey]}
      onClose={onClose}
    >
      {order === null && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Text name="number" label="Order number" required maxLength={199} />
          {needsLab && (
            <FormSelect<TypedOrder>
              name="labId"
              label="Laboratory"
              choices={[{ value: '', label: 'Choose a laboratory' }, ...labs]}
            />
          )}
        </div>
      )}
      <PatientFields />
      <ExaminationFields />
      <ScheduleFields />
    </FormDialog>
  )
}
